// Declares torch::nn::NamedAnyModule, a module with the name under which a Sequential registers it.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "engine/nn/containers/any_module.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

class NamedAnyModule {
 public:
  template <typename ModuleType>
  NamedAnyModule(std::string name, std::shared_ptr<ModuleType> module)
      : NamedAnyModule(std::move(name), AnyModule(std::move(module))) {}
  template <typename ModuleType, typename = torch::detail::enable_if_module_t<ModuleType>>
  NamedAnyModule(std::string name, ModuleType&& module)
      : NamedAnyModule(std::move(name), AnyModule(std::forward<ModuleType>(module))) {}
  template <typename ModuleType>
  NamedAnyModule(std::string name, const ModuleHolder<ModuleType>& holder)
      : NamedAnyModule(std::move(name), AnyModule(holder.ptr())) {}
  NamedAnyModule(std::string name, AnyModule module);

  const std::string& name() const noexcept { return name_; }
  AnyModule& module() noexcept { return module_; }
  const AnyModule& module() const noexcept { return module_; }

 private:
  std::string name_;
  AnyModule module_;
};

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
