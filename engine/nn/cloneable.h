// Declares torch::nn::Cloneable, the base class of modules that can be copied together with their tensors.
#pragma once

#include <memory>
#include <utility>

#include "engine/modes/grad_mode.h"
#include "engine/nn/module.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

// Gives a module class the function clone(). `Derived::reset()` must register all parameters, buffers and submodules.
// The constructor should call reset() for that.
template <typename Derived>
class Cloneable : public virtual Module {
 public:
  using Module::Module;

  virtual void reset() = 0;

  // Returns a copy of the module that shares no tensors with it. The copy's tensors are on `device` if one is given.
  // Raises if reset() does not register the same names.
  std::shared_ptr<Module> clone(const c10::optional<c10::Device>& device = c10::nullopt) const override {
    const at::NoGradGuard quiet;
    auto copy = std::make_shared<Derived>(static_cast<const Derived&>(*this));
    copy->parameters_.clear();
    copy->buffers_.clear();
    copy->children_.clear();
    copy->reset();
    const auto check_count = [](const char* what, const char* how, std::size_t now, std::size_t before) {
      MODECHECK_CHECK(now == before, modecheck::engine::ErrorClass::Argument,
                      "The cloned module does not have the same number of ", what,
                      " as the original module after calling reset(): it has ", now, " and not ", before,
                      ". Are you sure you called ", how, " inside reset() and not the constructor?");
    };
    const auto data_of = [&](const at::Tensor& tensor) {
      return device.has_value() && tensor.device() != *device ? tensor.to(*device) : tensor.clone();
    };
    check_count("parameters", "register_parameter()", copy->parameters_.size(), parameters_.size());
    for (const auto& item : named_parameters(false)) copy->parameters_[item.key()].set_data(data_of(*item));
    check_count("buffers", "register_buffer()", copy->buffers_.size(), buffers_.size());
    for (const auto& item : named_buffers(false)) copy->buffers_[item.key()].set_data(data_of(*item));
    check_count("child modules", "register_module()", copy->children_.size(), children_.size());
    for (const auto& child : children_) copy->children_[child.key()]->clone_(*child.value(), device);
    return copy;
  }

 private:
  void clone_(Module& other, const c10::optional<c10::Device>& device) final {
    auto clone = std::dynamic_pointer_cast<Derived>(other.clone(device));
    MODECHECK_CHECK(
        clone != nullptr, modecheck::engine::ErrorClass::Argument,
        "Attempted to clone submodule, but it is of a different type than the submodule it was to be cloned "
        "into");
    static_cast<Derived&>(*this) = std::move(*clone);
  }
};

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
