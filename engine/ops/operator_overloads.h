// The arithmetic operators of C++ on tensors: `a * b + c`. With a number only where the catalogue has such a row:
// `a += 1`, `a *= 2`.
#pragma once

#include "engine/core/tensor.h"

namespace at {
inline namespace modecheck_v1 {

#define MODECHECK_OPERATOR(symbol, method)                                                \
  inline Tensor operator symbol(const Tensor& a, const Tensor& b) { return a.method(b); } \
  inline const Tensor& operator symbol##=(const Tensor& a, const Tensor& b) { return a.method##_(b); }
MODECHECK_OPERATOR(+, add)
MODECHECK_OPERATOR(-, sub)
MODECHECK_OPERATOR(*, mul)
MODECHECK_OPERATOR(/, div)
#undef MODECHECK_OPERATOR

inline Tensor operator-(const Tensor& a) { return a.neg(); }
inline const Tensor& operator+=(const Tensor& a, const c10::Scalar& b) { return a.add_(b); }
inline const Tensor& operator*=(const Tensor& a, const c10::Scalar& b) { return a.mul_(b); }

}  // namespace modecheck_v1
}  // namespace at
