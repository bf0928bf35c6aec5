// scatter_reduce: derivatives and dispatch tables.
#include "spec/operators/scattering.h"

#include <string>

#include "engine/derivatives/arithmetic.h"
#include "engine/derivatives/keep_self.h"
#include "engine/kernels/register.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

at::Tensor equals_number(const at::Tensor& a, int value) { return call<operators::eq_Scalar>(a, value); }

at::Tensor as_type(const at::Tensor& a, const at::Tensor& like) {
  return call<operators::_to_copy>(a, like.scalar_type(), c10::nullopt, c10::nullopt, c10::nullopt, false,
                                   c10::nullopt);
}

template <typename Op>
struct ScatterReduceDerivative : Differentiable {
  static constexpr const char* name = "ScatterReduceBackward0";
  static constexpr bool saves_result = true;
  SavedTensor self, index, src, result;
  std::int64_t dim = 0;
  std::string reduction;
  bool with_self = true;
  auto saved() { return std::tie(self, index, src, result); }
  void save(Saver& saver, const at::Tensor& a, std::int64_t along, const at::Tensor& places, const at::Tensor& source,
            std::string_view reduce, bool include_self) {
    keep_self<Op>(saver, self, a);
    saver.constant(index, places);
    saver.input(src, source);
    dim = wrap(along, a.dim());
    reduction = std::string(reduce);
    with_self = include_self;
  }
  void backward(Backward& b) {
    const Parts parts{b.get(self), b.get(index), b.get(src), b.get(result), dim, with_self};
    const at::Tensor& gradient = b.gradient();
    // If `self` is not included, its elements have a gradient only where nothing is scattered, as they are the result
    // there.
    if (b.needs(0)) {
      if (!with_self)
        b.out(0) = call<operators::scatter_value>(gradient, dim, parts.index, 0);
      else if (reduction == "prod")
        b.out(0) = mul(gradient, conj(parts.other_factors(parts.self, false)));
      else
        b.out(0) = shared(parts, gradient, parts.self, false);
    }
    if (b.needs(1)) {
      if (reduction == "prod")
        b.out(1) = mul(parts.there(gradient), conj(parts.other_factors(parts.src, true)));
      else
        b.out(1) = shared(parts, gradient, parts.src, true);
    }
  }

 private:
  struct Parts {
    at::Tensor self, index, src, result;
    std::int64_t dim;
    bool with_self;

    // Returns for each element of the source the element of `places` at the position to which it is scattered.
    at::Tensor there(const at::Tensor& places) const { return call<operators::gather>(places, dim, index, false); }
    // Adds up the numbers for the elements of `self`, if it is included, and of the source at each position.
    at::Tensor total(const at::Tensor& of_self, const at::Tensor& of_src) const {
      return call<operators::scatter_add>(with_self ? of_self : zeros_like(of_self), dim, index, of_src);
    }

    // Returns for each element of `self` or of the source the product of the other factors at its position: the result
    // divided by the element. A single zero gets the product of the nonzero factors. Each of two zeros gets that
    // product times the other zero, computed as the sum of both minus itself, so that it can be differentiated again.
    at::Tensor other_factors(const at::Tensor& own, bool is_source) const {
      const auto of_place = [&](const at::Tensor& places) { return is_source ? there(places) : places; };
      const at::Tensor one = number(1, own);
      const at::Tensor nothing = number(0, own);
      const auto only_zeros = [&](const at::Tensor& a) { return where(equals_number(a, 0), a, nothing); };
      const auto no_zeros = [&](const at::Tensor& a) { return where(equals_number(a, 0), one, a); };
      const auto is_zero = [&](const at::Tensor& a) { return as_type(equals_number(a, 0), a); };
      const at::Tensor of_rest =
          of_place(call<operators::scatter_reduce_two>(no_zeros(self), dim, index, no_zeros(src), "prod", with_self));
      const at::Tensor zeros_there = of_place(total(is_zero(self), is_zero(src)));
      const at::Tensor other_zero = sub(of_place(total(only_zeros(self), only_zeros(src))), only_zeros(own));
      const at::Tensor share =
          where(equals_number(zeros_there, 1), one, where(equals_number(zeros_there, 2), other_zero, nothing));
      return where(equals_number(own, 0), mul(of_rest, share), div(of_place(result), no_zeros(own)));
    }
  };

  // For a sum all elements get the gradient, and for a mean an equal share of it. For a minimum or maximum the elements
  // that are equal to it share the gradient.
  at::Tensor shared(const Parts& parts, const at::Tensor& gradient, const at::Tensor& own, bool is_source) const {
    const auto of_place = [&](const at::Tensor& places) { return is_source ? parts.there(places) : places; };
    if (reduction == "sum") return of_place(gradient);
    if (reduction == "mean") {
      const at::Tensor count = parts.total(full(parts.self.sizes(), 1, gradient), full(parts.src.sizes(), 1, gradient));
      return of_place(div(gradient, at_least_one(count)));
    }
    const auto chosen = [&](const at::Tensor& a, const at::Tensor& of) { return as_type(eq(a, of), gradient); };
    const at::Tensor count =
        parts.total(chosen(parts.self, parts.result), chosen(parts.src, parts.there(parts.result)));
    return mul(of_place(div(gradient, at_least_one(count))), chosen(own, of_place(parts.result)));
  }

  // Avoids a division by zero where nothing is scattered and `self` is not included.
  static at::Tensor at_least_one(const at::Tensor& count) { return masked_fill(count, equals_number(count, 0), 1); }
};

}  // namespace

MODECHECK_REGISTER_WITH_OWN(ScatterReduceDerivative, scatter_reduce_two, scatter_reduce__two)
MODECHECK_REGISTER(scatter_reduce_two_out)

}  // namespace modecheck::engine
