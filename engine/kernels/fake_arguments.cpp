#include "engine/kernels/fake_arguments.h"

#include "engine/core/errors/error.h"

namespace modecheck::engine {

void FakeArguments::add(const at::Tensor& tensor) {
  if (!tensor.defined()) return;
  if (!tensor.is_fake()) {
    any_real_ = true;
    return;
  }
  any_fake_ = true;
  const std::uint32_t mode = tensor.unsafeGetTensorImpl()->storage()->fake_mode();
  if (mode == 0) return;
  MODECHECK_CHECK(
      mode_ == 0 || mode_ == mode, ErrorClass::Argument, op_,
      ": Mixing fake modes is not allowed: an argument belongs to another FakeTensorMode than the active one, or "
      "than another argument. Make all of them by from_tensor() of one mode");
  mode_ = mode;
}

bool FakeArguments::concern_the_call() const {
  if (!any_fake_ && thread_fake_mode == 0) return false;
  MODECHECK_CHECK(!any_real_, ErrorClass::Argument, op_,
                  ": Please convert all Tensors to FakeTensors first: an argument is no fake tensor, but ",
                  any_fake_ ? "another one is" : "a FakeTensorMode is active", "; call the mode's from_tensor()");
  return true;
}

}  // namespace modecheck::engine
