#include "engine/nn/containers/module_dict.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

ModuleDictImpl::ModuleDictImpl() = default;

ModuleDictImpl::ModuleDictImpl(const std::vector<std::pair<std::string, std::shared_ptr<Module>>>& modules) {
  update(modules);
}

ModuleDictImpl::ModuleDictImpl(const Modules& modules) { update(modules); }

std::vector<std::pair<std::string, std::shared_ptr<Module>>> ModuleDictImpl::items() const { return modules_.pairs(); }

std::vector<std::string> ModuleDictImpl::keys() const { return modules_.keys(); }

std::vector<std::shared_ptr<Module>> ModuleDictImpl::values() const { return modules_.values(); }

bool ModuleDictImpl::contains(const std::string& key) const noexcept { return modules_.contains(key); }

std::shared_ptr<Module> ModuleDictImpl::operator[](const std::string& key) const { return modules_[key]; }

void ModuleDictImpl::update(const std::vector<std::pair<std::string, std::shared_ptr<Module>>>& modules) {
  for (const auto& item : modules) insert(item.first, item.second);
}

std::shared_ptr<Module> ModuleDictImpl::clone(const c10::optional<c10::Device>& device) const {
  auto out = std::make_shared<ModuleDictImpl>();
  for (const auto& item : modules_) out->insert(item.key(), item.value()->clone(device));
  return out;
}

void ModuleDictImpl::reset() {}

void ModuleDictImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::ModuleDict"; }

void ModuleDictImpl::clear() {
  for (const std::string& key : modules_.keys()) unregister_module(key);
  modules_.clear();
}

std::shared_ptr<Module> ModuleDictImpl::pop(const std::string& key) {
  std::shared_ptr<Module> out = modules_[key];
  unregister_module(key);
  modules_.erase(key);
  return out;
}

void ModuleDictImpl::insert(const std::string& key, std::shared_ptr<Module> module) {
  if (contains(key)) {
    replace_module(key, module);
    modules_[key] = std::move(module);
  } else {
    register_module(key, module);
    modules_.insert(key, std::move(module));
  }
}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
