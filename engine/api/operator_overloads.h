// C++ operators on tensors and numbers, for example `2 * a + b` and `a < 0`. Each operator calls a method of at::Tensor
// and raises the method's errors.
#pragma once

#include "engine/api/like_factories.h"

namespace at {
inline namespace modecheck_v1 {

#define MODECHECK_OVERLOAD(symbol, method)                                                             \
  inline Tensor operator symbol(const Tensor& a, const Tensor& b) { return a.method(b); }              \
  inline Tensor operator symbol(const Tensor& a, const c10::Scalar& b) { return a.method(b); }         \
  inline Tensor& operator symbol##=(Tensor& a, const Tensor& b) {                                      \
    a.method##_(b);                                                                                    \
    return a;                                                                                          \
  }                                                                                                    \
  inline Tensor& operator symbol##=(Tensor& a, const c10::Scalar& b) {                                 \
    a.method##_(b);                                                                                    \
    return a;                                                                                          \
  }                                                                                                    \
  inline const Tensor& operator symbol##=(const Tensor& a, const Tensor& b) { return a.method##_(b); } \
  inline const Tensor& operator symbol##=(const Tensor& a, const c10::Scalar& b) { return a.method##_(b); }
MODECHECK_OVERLOAD(+, add)
MODECHECK_OVERLOAD(-, sub)
MODECHECK_OVERLOAD(*, mul)
MODECHECK_OVERLOAD(/, div)
#undef MODECHECK_OVERLOAD

inline Tensor operator+(const c10::Scalar& a, const Tensor& b) { return b.add(a); }
inline Tensor operator*(const c10::Scalar& a, const Tensor& b) { return b.mul(a); }
// As in libtorch these two operators, and % below, first convert the number to the tensor's dtype. For an integer
// tensor `2.5 - t` therefore computes 2 - t, and `1 / t` raises because integers have no in-place true division.
inline Tensor operator-(const c10::Scalar& a, const Tensor& b) { return empty_like(b).fill_(a).sub_(b); }
inline Tensor operator/(const c10::Scalar& a, const Tensor& b) { return empty_like(b).fill_(a).div_(b); }
inline Tensor operator-(const Tensor& a) { return a.neg(); }
// The remainder has the sign of `b`, as in Python.
inline Tensor operator%(const Tensor& a, const Tensor& b) { return a.remainder(b); }
inline Tensor operator%(const Tensor& a, const c10::Scalar& b) { return a.remainder(b); }
inline Tensor operator%(const c10::Scalar& a, const Tensor& b) { return empty_like(b).fill_(a).remainder_(b); }

#define MODECHECK_COMPARISON(symbol, method, mirrored)                                         \
  inline Tensor operator symbol(const Tensor& a, const Tensor& b) { return a.method(b); }      \
  inline Tensor operator symbol(const Tensor& a, const c10::Scalar& b) { return a.method(b); } \
  inline Tensor operator symbol(const c10::Scalar& a, const Tensor& b) { return b.mirrored(a); }
MODECHECK_COMPARISON(==, eq, eq)
MODECHECK_COMPARISON(!=, ne, ne)
MODECHECK_COMPARISON(<, lt, gt)
MODECHECK_COMPARISON(<=, le, ge)
MODECHECK_COMPARISON(>, gt, lt)
MODECHECK_COMPARISON(>=, ge, le)
#undef MODECHECK_COMPARISON

// Inverts the bits of integers and the values of bools. Raises for floating-point tensors.
inline Tensor operator~(const Tensor& a) { return a.bitwise_not(); }
#define MODECHECK_BITS(symbol, method)                                                         \
  inline Tensor operator symbol(const Tensor& a, const Tensor& b) { return a.method(b); }      \
  inline Tensor operator symbol(const Tensor& a, const c10::Scalar& b) { return a.method(b); } \
  inline Tensor operator symbol(const c10::Scalar& a, const Tensor& b) { return b.method(a); }
MODECHECK_BITS(&, bitwise_and)
MODECHECK_BITS(|, bitwise_or)
MODECHECK_BITS(^, bitwise_xor)
#undef MODECHECK_BITS

}  // namespace modecheck_v1
}  // namespace at
