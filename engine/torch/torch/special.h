// Defines torch::special: functions of at:: under the names of SciPy's `special` module.
#pragma once

#include "torch/types.h"

namespace torch {
inline namespace modecheck_v1 {
namespace special {

inline at::Tensor gammaln(const at::Tensor& self) { return at::lgamma(self); }
inline at::Tensor digamma(const at::Tensor& self) { return at::digamma(self); }
inline at::Tensor psi(const at::Tensor& self) { return at::digamma(self); }
inline at::Tensor erf(const at::Tensor& self) { return at::erf(self); }
inline at::Tensor erfc(const at::Tensor& self) { return at::erfc(self); }
inline at::Tensor exp2(const at::Tensor& self) { return at::exp2(self); }
inline at::Tensor expit(const at::Tensor& self) { return at::sigmoid(self); }
inline at::Tensor expm1(const at::Tensor& self) { return at::expm1(self); }
inline at::Tensor log1p(const at::Tensor& self) { return at::log1p(self); }
inline at::Tensor round(const at::Tensor& self) { return at::round(self); }
inline at::Tensor xlogy(const at::Tensor& self, const at::Tensor& other) { return at::xlogy(self, other); }
inline at::Tensor softmax(const at::Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype = {}) {
  return at::softmax(self, dim, dtype);
}
inline at::Tensor log_softmax(const at::Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype = {}) {
  return at::log_softmax(self, dim, dtype);
}
inline at::Tensor logsumexp(const at::Tensor& self, c10::IntArrayRef dims, bool keepdim) {
  return at::logsumexp(self, dims, keepdim);
}

}  // namespace special
}  // namespace modecheck_v1
}  // namespace torch
