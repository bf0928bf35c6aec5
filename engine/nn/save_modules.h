// Declares how torch::save and torch::load write and read modules. engine/archive/save_load.h declares these functions.
#pragma once

#include <memory>
#include <type_traits>

#include "engine/archive/save_load.h"
#include "engine/nn/module.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

// Calls the module's save() or load(). Raises an Argument error for a null pointer.
inline serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const std::shared_ptr<Module>& module) {
  MODECHECK_CHECK(module != nullptr, modecheck::engine::ErrorClass::Argument,
                  "torch::save: the module is a null pointer; there is nothing to save");
  module->save(archive);
  return archive;
}
inline serialize::InputArchive& operator>>(serialize::InputArchive& archive, const std::shared_ptr<Module>& module) {
  MODECHECK_CHECK(module != nullptr, modecheck::engine::ErrorClass::Argument,
                  "torch::load: the module is a null pointer; make the module before its data are loaded");
  module->load(archive);
  return archive;
}

template <typename ModuleType>
serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const ModuleHolder<ModuleType>& module) {
  return archive << std::static_pointer_cast<Module>(module.ptr());
}
template <typename ModuleType>
serialize::InputArchive& operator>>(serialize::InputArchive& archive, ModuleHolder<ModuleType>& module) {
  return archive >> std::static_pointer_cast<Module>(module.ptr());
}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
