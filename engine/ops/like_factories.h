// Factories that take sizes, dtype and device from a tensor. The result is dense in row-major order, whatever the
// tensor's strides are.
#pragma once

#include "engine/ops/factories.h"

namespace at {
inline namespace modecheck_v1 {

inline Tensor empty_like(const Tensor& self) { return at::empty(self.sizes(), self.options()); }
inline Tensor zeros_like(const Tensor& self) { return at::zeros(self.sizes(), self.options()); }
inline Tensor ones_like(const Tensor& self) { return at::ones(self.sizes(), self.options()); }
inline Tensor rand_like(const Tensor& self) { return at::rand(self.sizes(), self.options()); }
inline Tensor full_like(const Tensor& self, const c10::Scalar& fill_value) {
  return at::full(self.sizes(), fill_value, self.options());
}

}  // namespace modecheck_v1
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {
using at::empty_like;
using at::full_like;
using at::ones_like;
using at::rand_like;
using at::zeros_like;
}  // namespace modecheck_v1
}  // namespace torch
