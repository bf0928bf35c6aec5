#include "engine/nn/containers/module_list.h"

#include <string>

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using modecheck::engine::ErrorClass;

ModuleListImpl::ModuleListImpl() = default;

std::shared_ptr<Module> ModuleListImpl::clone(const c10::optional<c10::Device>& device) const {
  auto out = std::make_shared<ModuleListImpl>();
  for (const auto& module : modules_) out->push_back(module->clone(device));
  return out;
}

void ModuleListImpl::reset() {}

void ModuleListImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::ModuleList"; }

void ModuleListImpl::push_back(std::shared_ptr<Module> module) {
  register_module(std::to_string(modules_.size()), module);
  modules_.push_back(std::move(module));
}

void ModuleListImpl::insert(std::size_t index, std::shared_ptr<Module> module) {
  MODECHECK_CHECK(index <= size(), ErrorClass::Argument, "Index out of range: ", index, " of ", size(), " modules");
  modules_.insert(modules_.begin() + static_cast<std::ptrdiff_t>(index), std::move(module));
  for (std::size_t i = index; i + 1 < size(); ++i) replace_module(std::to_string(i), modules_[i]);
  register_module(std::to_string(size() - 1), modules_.back());
}

std::shared_ptr<Module> ModuleListImpl::ptr(std::size_t index) const {
  MODECHECK_CHECK(index < size(), ErrorClass::Argument, "Index out of range: ", index, " of ", size(), " modules");
  return modules_[index];
}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
