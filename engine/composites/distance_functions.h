// Functions in at:: that compute distances between rows.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Returns the p-norms of the differences between each row of `x1` and each row of `x2`. The sizes are [..., P, M] and
// [..., R, M], and [..., P, R] for the result. The leading dimensions broadcast. The dtype is float32 or float64, and p
// must not be negative. p = 0 counts the elements that differ, and an infinite p returns the largest difference.
// `compute_mode` (0, 1, 2) has no effect.
Tensor cdist(const Tensor& x1, const Tensor& x2, double p = 2, c10::optional<std::int64_t> compute_mode = c10::nullopt);

// Returns the distances between each row of a matrix and each later row, as one vector.
Tensor pdist(const Tensor& self, double p = 2);

// The gradients of cdist and pdist. These operators are not differentiable; if the gradient is itself recorded, it is
// computed by differentiable operators instead.
Tensor _cdist_backward(const Tensor& grad, const Tensor& x1, const Tensor& x2, double p, const Tensor& cdist);
Tensor _pdist_backward(const Tensor& grad, const Tensor& self, double p, const Tensor& pdist);

}  // namespace modecheck_v1
}  // namespace at
