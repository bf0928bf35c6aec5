// randint, randperm, randn_like: made of the process's generator, in libtorch's order of draws. Nothing
// flows through them.
#pragma once

#include "engine/core/tensor/tensor_options.h"

namespace at {
inline namespace modecheck_v1 {

// Independent draws of the standard normal distribution; float32 or float64. Raises for other dtypes.
Tensor randn_like(const Tensor& self, TensorOptions options = {});
// Integers of [low, high), int64 unless asked for otherwise. Raises for an empty range.
Tensor randint(std::int64_t low, std::int64_t high, c10::IntArrayRef size, TensorOptions options = {});
Tensor randint(std::int64_t high, c10::IntArrayRef size, TensorOptions options = {});
// 0 to n-1 in random order, int64 unless asked for otherwise.
Tensor randperm(std::int64_t n, TensorOptions options = {});

}  // namespace modecheck_v1
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {

// The same, with the options' requires_grad.
at::Tensor randn(c10::IntArrayRef size, at::TensorOptions options = {});
at::Tensor randn_like(const at::Tensor& self, at::TensorOptions options = {});
at::Tensor randint(std::int64_t low, std::int64_t high, c10::IntArrayRef size, at::TensorOptions options = {});
at::Tensor randint(std::int64_t high, c10::IntArrayRef size, at::TensorOptions options = {});
at::Tensor randperm(std::int64_t n, at::TensorOptions options = {});

}  // namespace modecheck_v1
}  // namespace torch
