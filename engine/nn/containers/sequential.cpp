#include "engine/nn/containers/sequential.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

SequentialImpl::SequentialImpl() = default;

SequentialImpl::SequentialImpl(OrderedDict<std::string, AnyModule>&& named) {
  for (auto& item : named) push_back(item.key(), std::move(item.value()));
}

SequentialImpl::SequentialImpl(std::initializer_list<NamedAnyModule> named) {
  for (const NamedAnyModule& one : named) push_back(one.name(), one.module());
}

std::shared_ptr<Module> SequentialImpl::clone(const c10::optional<c10::Device>& device) const {
  auto out = std::make_shared<SequentialImpl>();
  for (std::size_t i = 0; i < modules_.size(); ++i)
    out->push_back(named_children()[i].key(), modules_[i].clone(device));
  return out;
}

void SequentialImpl::reset() {}

void SequentialImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::Sequential"; }

void SequentialImpl::push_back(AnyModule module) { push_back(std::to_string(modules_.size()), std::move(module)); }

void SequentialImpl::push_back(std::string name, AnyModule module) {
  register_module(std::move(name), module.ptr());
  modules_.push_back(std::move(module));
}

std::shared_ptr<Module> SequentialImpl::ptr(std::size_t index) const {
  check(index);
  return modules_[index].ptr();
}

void SequentialImpl::check(std::size_t index) const {
  MODECHECK_CHECK(index < modules_.size(), modecheck::engine::ErrorClass::Argument, "Index out of range: ", index,
                  " of ", modules_.size(), " modules");
}

void SequentialImpl::pass_on(AnyValue& value) {
  for (std::size_t i = 1; i < modules_.size(); ++i) value = modules_[i].any_forward(std::move(value));
}

void SequentialImpl::push_back() {}

Sequential::Sequential() : ModuleHolder(std::make_shared<SequentialImpl>()) {}

Sequential::Sequential(std::initializer_list<NamedAnyModule> named)
    : ModuleHolder(std::make_shared<SequentialImpl>(named)) {}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
