// Short names for operators in the formulas of derivatives. Each function dispatches its operator, so that backward can
// be recorded.
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

// Returns a constant tensor. It needs no history, so the kernel is called directly.
inline at::Tensor full(c10::IntArrayRef sizes, const c10::Scalar& value, const at::Tensor& like) {
  at::Tensor out = empty(sizes, like.scalar_type(), like.device());
  KernelAnywhere<operators::fill__Scalar>::call(out, value);
  return out;
}
// The calls below name the namespace `formula::`, because at:: has functions of the same names whose headers may be
// included before.
inline at::Tensor zeros(c10::IntArrayRef sizes, const at::Tensor& like) { return formula::full(sizes, 0, like); }
inline at::Tensor zeros_like(const at::Tensor& like) { return formula::full(like.sizes(), 0, like); }
// Returns a number as a tensor without dimensions, with the dtype and device of `like`.
inline at::Tensor number(const c10::Scalar& value, const at::Tensor& like) { return formula::full({}, value, like); }

inline at::Tensor scale(const at::Tensor& a, const c10::Scalar& factor) {
  return factor.equal(1) ? a : formula::mul(a, formula::number(factor, a));
}

// Halves the gradient of a maximum or minimum where the two operands are equal, because each operand gets half there.
inline at::Tensor halved_where(const at::Tensor& equal, const at::Tensor& gradient) {
  return formula::where(equal, formula::div(gradient, formula::number(2, gradient)), gradient);
}

// The gradient of a complex factor is the incoming gradient times the conjugate of the other factor. With this
// convention a step against the gradient decreases a real function. A real tensor is its own conjugate.
at::Tensor complex_conj(const at::Tensor& a);
inline at::Tensor conj(const at::Tensor& a) { return c10::isComplexType(a.scalar_type()) ? complex_conj(a) : a; }

// Returns `a` in another dtype, or `a` itself if it has that dtype.
at::Tensor as_type(const at::Tensor& a, c10::ScalarType type);
// Returns the numbers as an index tensor on the device of `like`. A meta tensor gets no elements.
at::Tensor index_tensor(c10::IntArrayRef numbers, const at::Tensor& like);

// without_zeros() returns `a` with 1 in place of its zeros. zeros_only() returns `a` with 0 in place of its other
// elements, so that gradients flow only to the zeros.
at::Tensor without_zeros(const at::Tensor& a);
at::Tensor zeros_only(const at::Tensor& a);
// Returns for each element of `own` the product of all other factors that were multiplied with the element. If all
// factors are nonzero, that is `product` divided by the element. `rest` is the product of the nonzero factors, and
// `zeros` and `zero_sum` are the number and the sum of the zero factors. For a single zero the result is `rest`. For
// each of two zeros the result is `rest` times the other zero. The other zero is computed as `zero_sum` minus the
// element, so that it can be differentiated again. With more than two zeros, first and second derivatives are zero.
at::Tensor other_factors(const at::Tensor& own, const at::Tensor& product, const at::Tensor& rest,
                         const at::Tensor& zeros, const at::Tensor& zero_sum);

// Returns the derivative of abs for real numbers: -1, 0 or 1, and 0 for NaN.
at::Tensor sign_of(const at::Tensor& a);
// Returns true where the derivative of relu is zero, and false for NaN.
at::Tensor not_positive(const at::Tensor& a);
// Adds the slices of `source` to zeros(sizes) at the positions `index` along `dim`.
at::Tensor index_added(c10::IntArrayRef sizes, std::int64_t dim, const at::Tensor& index, const at::Tensor& source);
// Adds the elements of `source` to zeros(sizes) at the positions `index` along `dim`.
at::Tensor scatter_added(c10::IntArrayRef sizes, std::int64_t dim, const at::Tensor& index, const at::Tensor& source);

inline std::int64_t wrap(std::int64_t dim, std::int64_t rank) {
  return dim < 0 ? dim + std::max<std::int64_t>(rank, 1) : dim;
}

}  // namespace modecheck::engine::formula
