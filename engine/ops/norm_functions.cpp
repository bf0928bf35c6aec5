#include "engine/ops/norm_functions.h"

#include <cmath>

#include "engine/autograd/composite_transaction.h"
#include "engine/dispatch/call.h"
#include "engine/modes/grad_mode.h"
#include "engine/ops/contraction_functions.h"
#include "engine/ops/factories.h"
#include "engine/ops/neural_functions.h"
#include "engine/ops/tensor_functions.h"
#include "spec/operators/arrangement.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

Tensor summed(const Tensor& self, c10::IntArrayRef dim, bool keepdim) { return self.sum(dim, keepdim); }

// `sizes`: the absolute values.
Tensor norm_of_sizes(const Tensor& sizes, double p, c10::IntArrayRef dim, bool keepdim) {
  if (std::isinf(p)) return p > 0 ? sizes.amax(dim, keepdim) : sizes.amin(dim, keepdim);
  const Tensor zeros = sizes.eq(0);
  if (p == 0) return summed(zeros.logical_not().to(sizes.scalar_type()), dim, keepdim);
  if (p == 1) return summed(sizes, dim, keepdim);
  // Roots and powers of zero have no derivative: they are taken of something else, and put back.
  const Tensor powers =
      p == 2 ? sizes.mul(sizes) : sizes.masked_fill(zeros, 1).pow(p).masked_fill(zeros, p < 0 ? INFINITY : 0);
  const Tensor sum = summed(powers, dim, keepdim);
  const Tensor nothing = sum.eq(0);
  const Tensor safe = sum.masked_fill(nothing, 1);
  return (p == 2 ? safe.sqrt() : safe.pow(1 / p)).masked_fill(nothing, 0);
}

Tensor norm_of(const Tensor& self, double p, c10::IntArrayRef dim, bool keepdim) {
  MODECHECK_CHECK(c10::isDifferentiableType(self.scalar_type()), ErrorClass::Dtype,
                  "norm: input dtype should be either floating point or complex, but got ", self.scalar_type(),
                  "; convert it first");
  CompositeTransaction transaction;
  // Squares of float16 numbers leave its range soon.
  const bool narrow = self.scalar_type() == c10::kHalf || self.scalar_type() == c10::kBFloat16;
  Tensor out = norm_of_sizes((narrow ? self.to(c10::kFloat) : self).abs(), p, dim, keepdim)
                   .to(c10::toRealValueType(self.scalar_type()));
  transaction.commit();
  return out;
}

double exponent_of(const c10::optional<c10::Scalar>& p) { return p.has_value() ? p->toDouble() : 2.0; }

// M4, for functions that are no operators.
template <typename... Inputs>
void check_out(const char* name, const Inputs&... tensors) {
  MODECHECK_CHECK(!GradMode::is_enabled() || !(tensors.requires_grad() || ...), ErrorClass::OutArgumentRequiresGrad,
                  name,
                  ": functions with out=... arguments don't support automatic differentiation, but one of the "
                  "arguments requires grad. Use the functional operator, or NoGradGuard.");
}

Tensor& write_result(const char* name, Tensor& out, const Tensor& result) {
  MODECHECK_CHECK(c10::canCast(result.scalar_type(), out.scalar_type()), ErrorClass::Dtype, name, ": result type ",
                  result.scalar_type(), " can't be cast to the desired output type ", out.scalar_type());
  if (!out.is_same_size(result)) out.resize_(result.sizes());
  out.copy_(result);
  return out;
}

}  // namespace

Tensor norm(const Tensor& self, const c10::Scalar& p) { return norm_of(self, p.toDouble(), {}, false); }

Tensor norm(const Tensor& self, const c10::optional<c10::Scalar>& p, c10::ScalarType dtype) {
  return norm_of(self.to(dtype), exponent_of(p), {}, false);
}

Tensor norm(const Tensor& self, const c10::optional<c10::Scalar>& p, c10::IntArrayRef dim, bool keepdim) {
  return norm_of(self, exponent_of(p), dim, keepdim);
}

Tensor norm(const Tensor& self, const c10::optional<c10::Scalar>& p, c10::IntArrayRef dim, bool keepdim,
            c10::ScalarType dtype) {
  return norm_of(self.to(dtype), exponent_of(p), dim, keepdim);
}

Tensor cross(const Tensor& self, const Tensor& other, c10::optional<std::int64_t> dim) {
  std::int64_t along = dim.value_or(0);
  if (!dim.has_value()) {
    while (along < self.dim() && self.size(along) != 3) ++along;
    MODECHECK_CHECK(along < self.dim(), ErrorClass::Shape, "cross: no dimension of size 3 in input, whose sizes are ",
                    self.sizes());
  }
  MODECHECK_CHECK(self.dim() == other.dim(), ErrorClass::Shape,
                  "cross: inputs must have the same number of dimensions, not ", self.dim(), " and ", other.dim());
  MODECHECK_CHECK(self.size(along) == 3 && other.size(along) == 3, ErrorClass::Shape, "cross: inputs dimension ", along,
                  " must have length 3, but the sizes are ", self.sizes(), " and ", other.sizes());
  // Each element is made of the next two.
  const auto turned = [&](const Tensor& tensor, std::int64_t by) { return tensor.roll(by, along); };
  CompositeTransaction transaction;
  Tensor out = turned(self, -1).mul(turned(other, -2)).sub(turned(self, -2).mul(turned(other, -1)));
  transaction.commit();
  return out;
}

Tensor trace(const Tensor& self) { return call<operators::trace>(self); }
Tensor Tensor::trace() const { return at::trace(*this); }

Tensor scalar_to_tensor(const c10::Scalar& value, c10::Device device) {
  return at::full({}, value, c10::TensorOptions(value.type()).device(device));
}

Tensor _reshape_alias(const Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride) {
  return self.as_strided(size, stride, self.storage_offset());
}

Tensor sigmoid_backward(const Tensor& grad_output, const Tensor& output) {
  return grad_output.mul(output.mul(output.neg().add(1)));
}
Tensor& sigmoid_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& output) {
  check_out("sigmoid_backward", grad_input, grad_output, output);
  return write_result("sigmoid_backward", grad_input, at::sigmoid_backward(grad_output, output));
}

Tensor tanh_backward(const Tensor& grad_output, const Tensor& output) {
  return grad_output.mul(output.mul(output).neg().add(1));
}
Tensor& tanh_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& output) {
  check_out("tanh_backward", grad_input, grad_output, output);
  return write_result("tanh_backward", grad_input, at::tanh_backward(grad_output, output));
}

Tensor& linear_out(Tensor& out, const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias) {
  check_out("linear", out, input, weight, bias.value_or(Tensor()).defined() ? *bias : out);
  return write_result("linear", out, at::linear(input, weight, bias));
}

}  // namespace modecheck_v1
}  // namespace at
