// Functions in at:: that compute distances between rows.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// The p-norms of the differences of each row of `x1` [..., P, M] and each of `x2` [..., R, M]: [..., P, R]. What stands
// in front broadcasts. float32 or float64, and p not negative: 0 counts the elements that differ, infinity takes the
// farthest. All ways to compute them (`compute_mode` 0, 1, 2) are one here.
Tensor cdist(const Tensor& x1, const Tensor& x2, double p = 2, c10::optional<std::int64_t> compute_mode = c10::nullopt);

// Those of each row of a matrix and each row behind it, in one dimension.
Tensor pdist(const Tensor& self, double p = 2);

// The gradients of cdist and pdist. These operators are not differentiable; if the gradient is itself recorded, it is
// computed by differentiable operators instead.
Tensor _cdist_backward(const Tensor& grad, const Tensor& x1, const Tensor& x2, double p, const Tensor& cdist);
Tensor _pdist_backward(const Tensor& grad, const Tensor& self, double p, const Tensor& pdist);

}  // namespace modecheck_v1
}  // namespace at
