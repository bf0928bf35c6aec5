// Norms, the cross product, and other small functions that are made of the catalogue's operators. Integers are rejected
// by the norms.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// The p-th root of the sum of the p-th powers of the absolute values, of all elements or along `dim`; p may be
// infinite, minus infinite, or 0, which counts what is not zero. Where it is zero, so is its derivative.
Tensor norm(const Tensor& self, const c10::Scalar& p = 2);
Tensor norm(const Tensor& self, const c10::optional<c10::Scalar>& p, c10::ScalarType dtype);
Tensor norm(const Tensor& self, const c10::optional<c10::Scalar>& p, c10::IntArrayRef dim, bool keepdim = false);
Tensor norm(const Tensor& self, const c10::optional<c10::Scalar>& p, c10::IntArrayRef dim, bool keepdim,
            c10::ScalarType dtype);

// Of vectors along a dimension of three elements, the first there is unless one is named. Sizes broadcast.
Tensor cross(const Tensor& self, const Tensor& other, c10::optional<std::int64_t> dim = c10::nullopt);

// The sum of the diagonal of a matrix; of integers an int64.
Tensor trace(const Tensor& self);

// A tensor without dimensions, as a number counts beside it: int64, float64, complex128 or bool.
Tensor scalar_to_tensor(const c10::Scalar& value, c10::Device device = c10::kCPU);

// A view of the tensor under a geometry that its storage has room for.
Tensor _reshape_alias(const Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride);

// The derivative of sigmoid and of tanh, from their results. The _out forms, of other functions too, resize `out` and
// write it; nothing flows through them: they raise for tensors that require grad (M4).
Tensor sigmoid_backward(const Tensor& grad_output, const Tensor& output);
Tensor& sigmoid_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& output);
Tensor tanh_backward(const Tensor& grad_output, const Tensor& output);
Tensor& tanh_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& output);
Tensor& linear_out(Tensor& out, const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias = {});

}  // namespace modecheck_v1
}  // namespace at
