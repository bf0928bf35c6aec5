// Defines the derivatives and dispatch tables of copies and fills.
#include "spec/operators/copy.h"

#include "engine/derivatives/gradient.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

// Moves the gradient to the device of the tensor that was copied.
at::Tensor moved_back(const at::Tensor& gradient, c10::Device device) {
  if (gradient.device() == device) return gradient;
  return call<operators::_to_copy>(gradient, c10::nullopt, c10::nullopt, device, c10::nullopt, false, c10::nullopt);
}

// This formula undoes a change of the device only. The autograd engine itself converts the gradient to the dtype of the
// node's input.
struct ToCopyDerivative : Differentiable {
  static constexpr const char* name = "ToCopyBackward0";
  c10::Device device = c10::kCPU;
  template <typename... Rest>
  void save(Saver& /*nothing*/, const at::Tensor& self, const Rest&... /*options*/) {
    device = self.device();
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = moved_back(b.gradient(), device);
  }
};

// The result does not depend on the overwritten elements. As in libtorch, their gradient is a tensor of zeros and not
// an undefined tensor.
struct CopyDerivative : Differentiable {
  static constexpr const char* name = "torch::autograd::CopyBackwards";
  c10::Device source = c10::kCPU;
  void save(Saver& /*nothing*/, const at::Tensor& /*self*/, const at::Tensor& src, bool /*non_blocking*/) {
    source = src.device();
  }
  void backward(Backward& b) {
    if (b.needs(0)) b.out(0) = zeros_like(b.gradient());
    if (b.needs(1)) b.out(1) = moved_back(b.gradient(), source);
  }
};

}  // namespace

MODECHECK_GRADIENT(CloneBackward0, (clone)) { return g; }
MODECHECK_GRADIENT(ZeroBackward0, (zero_)) { return zeros_like(g); }
MODECHECK_GRADIENT_OF(ZeroBackward0, FillBackward0, fill_Scalar)
MODECHECK_GRADIENT_OF(ZeroBackward0, FillBackward2, fill__Scalar)
// All elements are set to the one element of `value`. The autograd engine sums their gradients.
MODECHECK_GRADIENTS(FillBackward3, (fill__Tensor)) {
  if (b.needs(0)) b.out(0) = zeros_like(g);
  if (b.needs(1)) b.out(1) = g;
}
MODECHECK_REGISTER_WITH(ToCopyDerivative, _to_copy)
MODECHECK_REGISTER_WITH(CopyDerivative, copy_, copy)

}  // namespace modecheck::engine
