// randint, randperm and randn_like draw from the default generator in libtorch's order. No gradient flows through them.
#pragma once

#include "engine/core/tensor/tensor_options.h"

namespace at {
inline namespace modecheck_v1 {

// Returns independent draws from the standard normal distribution in float32 or float64. Raises for other dtypes.
Tensor randn_like(const Tensor& self, TensorOptions options = {});
// These functions return random integers in [low, high), by default as int64. They raise for an empty range.
Tensor randint(std::int64_t low, std::int64_t high, c10::IntArrayRef size, TensorOptions options = {});
Tensor randint(std::int64_t high, c10::IntArrayRef size, TensorOptions options = {});
// Returns the integers from 0 to n - 1 in random order, by default as int64.
Tensor randperm(std::int64_t n, TensorOptions options = {});

}  // namespace modecheck_v1
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {

// These functions in torch:: do the same as those in at::, and respect requires_grad in the options.
at::Tensor randn(c10::IntArrayRef size, at::TensorOptions options = {});
at::Tensor randn_like(const at::Tensor& self, at::TensorOptions options = {});
at::Tensor randint(std::int64_t low, std::int64_t high, c10::IntArrayRef size, at::TensorOptions options = {});
at::Tensor randint(std::int64_t high, c10::IntArrayRef size, at::TensorOptions options = {});
at::Tensor randperm(std::int64_t n, at::TensorOptions options = {});

}  // namespace modecheck_v1
}  // namespace torch
