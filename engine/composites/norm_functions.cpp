#include "engine/composites/norm_functions.h"

#include "engine/api/factories.h"
#include "engine/api/generated/functions.h"
#include "engine/composites/composition.h"
#include "engine/composites/contraction_functions.h"
#include "engine/composites/neural_functions.h"
#include "engine/dispatch/call.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

Tensor& write_result(const char* name, Tensor& out, const Tensor& result) {
  MODECHECK_CHECK(c10::canCast(result.scalar_type(), out.scalar_type()), ErrorClass::Dtype, name, ": result type ",
                  result.scalar_type(), " can't be cast to the desired output type ", out.scalar_type());
  if (!out.is_same_size(result)) out.resize_(result.sizes());
  out.copy_(result);
  return out;
}

}  // namespace

Tensor norm(const Tensor& self, const c10::optional<c10::Scalar>& p, c10::ScalarType dtype) {
  return norm(self, p, {}, false, dtype);
}

Tensor norm(const Tensor& self, const c10::optional<c10::Scalar>& p, c10::IntArrayRef dim, bool keepdim,
            c10::ScalarType dtype) {
  return norm(self.to(dtype), p, dim, keepdim);
}

Tensor Tensor::norm(const c10::optional<c10::Scalar>& p, c10::ScalarType dtype) const {
  return at::norm(*this, p, dtype);
}
Tensor Tensor::norm(const c10::optional<c10::Scalar>& p, c10::IntArrayRef dim, bool keepdim,
                    c10::ScalarType dtype) const {
  return at::norm(*this, p, dim, keepdim, dtype);
}

Tensor cross(const Tensor& self, const Tensor& other, c10::optional<std::int64_t> dim) {
  sizes_as_numbers("cross", self, other);
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
  // Element i of the cross product is a[i+1] b[i+2] - a[i+2] b[i+1], where indices wrap around at 3.
  const auto turned = [&](const Tensor& tensor, std::int64_t by) { return tensor.roll(by, along); };
  return as_a_whole(
      [&] { return turned(self, -1).mul(turned(other, -2)).sub(turned(self, -2).mul(turned(other, -1))); });
}

Tensor scalar_to_tensor(const c10::Scalar& value, c10::Device device) {
  return at::full({}, value, c10::TensorOptions(value.type()).device(device));
}

Tensor _reshape_alias(const Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride) {
  sizes_as_numbers("_reshape_alias", self);
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
