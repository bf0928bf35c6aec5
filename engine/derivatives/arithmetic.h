// Short names for the operators that formulas are written with. They are dispatched, so that backward can be recorded.
#pragma once

#include <algorithm>

#include "engine/core/memory/allocate.h"
#include "engine/dispatch/call.h"
#include "engine/dispatch/device_kernel.h"
#include "spec/operators/comparison.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/matrix.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/view.h"

namespace modecheck::engine::formula {

inline at::Tensor neg(const at::Tensor& a) { return call<operators::neg>(a); }
inline at::Tensor add(const at::Tensor& a, const at::Tensor& b) { return call<operators::add_Tensor>(a, b, 1); }
inline at::Tensor sub(const at::Tensor& a, const at::Tensor& b) { return call<operators::sub_Tensor>(a, b, 1); }
inline at::Tensor mul(const at::Tensor& a, const at::Tensor& b) { return call<operators::mul_Tensor>(a, b); }
inline at::Tensor div(const at::Tensor& a, const at::Tensor& b) { return call<operators::div_Tensor>(a, b); }
inline at::Tensor eq(const at::Tensor& a, const at::Tensor& b) { return call<operators::eq_Tensor>(a, b); }
inline at::Tensor lt(const at::Tensor& a, const at::Tensor& b) { return call<operators::lt_Tensor>(a, b); }
inline at::Tensor mm(const at::Tensor& a, const at::Tensor& b) { return call<operators::mm>(a, b); }
inline at::Tensor t(const at::Tensor& a) { return call<operators::t>(a); }
inline at::Tensor where(const at::Tensor& condition, const at::Tensor& a, const at::Tensor& b) {
  return call<operators::where_self>(condition, a, b);
}
inline at::Tensor masked_fill(const at::Tensor& a, const at::Tensor& mask, const c10::Scalar& value) {
  return call<operators::masked_fill_Scalar>(a, mask, value);
}
inline at::Tensor reshape(const at::Tensor& a, c10::IntArrayRef sizes) { return call<operators::reshape>(a, sizes); }
inline at::Tensor expand(const at::Tensor& a, c10::IntArrayRef sizes) {
  return call<operators::expand>(a, sizes, false);
}

// Constants, which need no history.
inline at::Tensor full(c10::IntArrayRef sizes, const c10::Scalar& value, const at::Tensor& like) {
  at::Tensor out = empty(sizes, like.scalar_type(), like.device());
  KernelAnywhere<operators::fill__Scalar>::call(out, value);
  return out;
}
// Named with their namespace: the functions of at:: have the same names, and their headers may come first.
inline at::Tensor zeros(c10::IntArrayRef sizes, const at::Tensor& like) { return formula::full(sizes, 0, like); }
inline at::Tensor zeros_like(const at::Tensor& like) { return formula::full(like.sizes(), 0, like); }
// A number as an operand.
inline at::Tensor number(const c10::Scalar& value, const at::Tensor& like) { return formula::full({}, value, like); }

inline at::Tensor scale(const at::Tensor& a, const c10::Scalar& factor) {
  return factor.equal(1) ? a : formula::mul(a, formula::number(factor, a));
}

// Two equal operands share what flows to the greater or the smaller of them.
inline at::Tensor halved_where(const at::Tensor& equal, const at::Tensor& gradient) {
  return formula::where(equal, formula::div(gradient, formula::number(2, gradient)), gradient);
}

// What a complex factor's gradient is multiplied with: the gradient of a real function is what its conjugate's
// derivative gives, so that a step against it goes downhill. A real tensor is its own conjugate.
at::Tensor complex_conj(const at::Tensor& a);
inline at::Tensor conj(const at::Tensor& a) { return c10::isComplexType(a.scalar_type()) ? complex_conj(a) : a; }

// The slope of abs of real numbers: -1, 0 or 1, 0 for what is no number.
at::Tensor sign_of(const at::Tensor& a);
// True where relu is flat; false for NaN.
at::Tensor not_positive(const at::Tensor& a);
// zeros(sizes) with `source`'s slices added along `dim` where `index` says.
at::Tensor index_added(c10::IntArrayRef sizes, std::int64_t dim, const at::Tensor& index, const at::Tensor& source);
// zeros(sizes) with `source`'s elements added along `dim` where `index` says.
at::Tensor scatter_added(c10::IntArrayRef sizes, std::int64_t dim, const at::Tensor& index, const at::Tensor& source);

inline std::int64_t wrap(std::int64_t dim, std::int64_t rank) {
  return dim < 0 ? dim + std::max<std::int64_t>(rank, 1) : dim;
}

}  // namespace modecheck::engine::formula
