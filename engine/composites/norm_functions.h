// Norms, the cross product, and other small functions in at:: that are built from operators of the catalogue. The norms
// reject integers.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// The p-norm of all elements or along `dim`, computed in `dtype`: the p-th root of the sum of the p-th powers of the
// absolute values. p may be infinite, minus infinite, or 0, which counts the nonzero elements. The derivative is zero
// where the norm is zero.
Tensor norm(const Tensor& self, const c10::optional<c10::Scalar>& p, c10::ScalarType dtype);
Tensor norm(const Tensor& self, const c10::optional<c10::Scalar>& p, c10::IntArrayRef dim, bool keepdim,
            c10::ScalarType dtype);

// The cross product of vectors along a dimension of size 3, by default the first such dimension. Sizes broadcast.
Tensor cross(const Tensor& self, const Tensor& other, c10::optional<std::int64_t> dim = c10::nullopt);

// Returns a tensor without dimensions of dtype int64, float64, complex128 or bool, depending on the number's category.
Tensor scalar_to_tensor(const c10::Scalar& value, c10::Device device = c10::kCPU);

// Returns a view with the given geometry, which must fit into the storage.
Tensor _reshape_alias(const Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride);

// sigmoid_backward and tanh_backward multiply `grad_output` by the derivative of sigmoid or tanh, computed from the
// result `output` of that function. The functions that end in _out resize and write their output argument. No out
// variant is differentiable, so these functions raise for tensors that require grad (rule M4).
Tensor sigmoid_backward(const Tensor& grad_output, const Tensor& output);
Tensor& sigmoid_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& output);
Tensor tanh_backward(const Tensor& grad_output, const Tensor& output);
Tensor& tanh_backward_out(Tensor& grad_input, const Tensor& grad_output, const Tensor& output);
Tensor& linear_out(Tensor& out, const Tensor& input, const Tensor& weight, const c10::optional<Tensor>& bias = {});

}  // namespace modecheck_v1
}  // namespace at
