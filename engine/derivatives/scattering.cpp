// Defines the derivatives and dispatch tables of scatter_reduce.
#include "spec/operators/scattering.h"

#include <string>

#include "engine/derivatives/gradient.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

// The tensors and the dimension of one call of scatter_reduce.
struct Scattered {
  at::Tensor self, index, src, result;
  std::int64_t dim;
  bool with_self;

  // Returns for each element of the source the element of `places` at the position to which it is scattered.
  at::Tensor there(const at::Tensor& places) const { return call<operators::gather>(places, dim, index, false); }
  // Returns for each position of the result the sum of `of_src` over the source elements that are scattered there. If
  // `self` is included, `of_self` at that position is added.
  at::Tensor total(const at::Tensor& of_self, const at::Tensor& of_src) const {
    return call<operators::scatter_add>(with_self ? of_self : zeros_like(of_self), dim, index, of_src);
  }

  // Returns for each element of `self`, or of the source, the product of the other factors at its position.
  at::Tensor factors_beside(const at::Tensor& own, bool is_source) const {
    const auto of_place = [&](const at::Tensor& places) { return is_source ? there(places) : places; };
    const auto is_zero = [](const at::Tensor& a) { return as_type(call<operators::eq_Scalar>(a, 0), a.scalar_type()); };
    const at::Tensor rest = of_place(
        call<operators::scatter_reduce_two>(without_zeros(self), dim, index, without_zeros(src), "prod", with_self));
    const at::Tensor zeros = of_place(total(is_zero(self), is_zero(src)));
    return other_factors(own, of_place(result), rest, zeros, of_place(total(zeros_only(self), zeros_only(src))));
  }
};

// Replaces zeros by ones, so that the result can be a divisor. The count is zero where nothing is scattered and `self`
// is not included.
at::Tensor at_least_one(const at::Tensor& count) { return masked_fill(count, call<operators::eq_Scalar>(count, 0), 1); }

// Returns the gradient of `self` or of the source. For a sum each element gets the whole gradient of its position, and
// for a mean an equal share. For a minimum or maximum all elements that are equal to the result share the gradient.
at::Tensor shared(std::string_view reduction, const Scattered& parts, const at::Tensor& gradient, const at::Tensor& own,
                  bool is_source) {
  const auto of_place = [&](const at::Tensor& places) { return is_source ? parts.there(places) : places; };
  if (reduction == "sum") return of_place(gradient);
  if (reduction == "mean") {
    const at::Tensor count = parts.total(full(parts.self.sizes(), 1, gradient), full(parts.src.sizes(), 1, gradient));
    return of_place(div(gradient, at_least_one(count)));
  }
  const auto chosen = [&](const at::Tensor& a, const at::Tensor& of) {
    return as_type(eq(a, of), gradient.scalar_type());
  };
  const at::Tensor count = parts.total(chosen(parts.self, parts.result), chosen(parts.src, parts.there(parts.result)));
  return mul(of_place(div(gradient, at_least_one(count))), chosen(own, of_place(parts.result)));
}

}  // namespace

MODECHECK_GRADIENTS(ScatterReduceBackward0, (scatter_reduce_two, scatter_reduce__two), self, index, src, result,
                    wrapped_dim, reduce, include_self) {
  const Scattered parts{b.get(self), b.get(index), b.get(src), b.get(result), wrapped_dim, include_self};
  // If `self` is not included, its elements have a gradient only where nothing is scattered. There the result is the
  // element itself.
  if (b.needs(0)) {
    if (!include_self)
      b.out(0) = call<operators::scatter_value>(g, wrapped_dim, parts.index, 0);
    else if (reduce == "prod")
      b.out(0) = mul(g, conj(parts.factors_beside(parts.self, false)));
    else
      b.out(0) = shared(reduce, parts, g, parts.self, false);
  }
  if (b.needs(1)) {
    if (reduce == "prod")
      b.out(1) = mul(parts.there(g), conj(parts.factors_beside(parts.src, true)));
    else
      b.out(1) = shared(reduce, parts, g, parts.src, true);
  }
}
MODECHECK_REGISTER(scatter_reduce_two_out)

}  // namespace modecheck::engine
