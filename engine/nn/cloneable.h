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
    auto copy = std::make_shared<Derived>(static_cast<const Derived&>(*this));
    copy->forget_registered();
    const at::NoGradGuard quiet;
    copy->reset();
    this->copy_data_to(*copy, device);
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
