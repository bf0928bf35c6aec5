// segment_reduce: derivative and dispatch table.
#include "spec/operators/segment.h"

#include <string>
#include <vector>

#include "engine/derivatives/arithmetic.h"
#include "engine/kernels/register.h"
#include "spec/operators/creation.h"
#include "spec/operators/elementwise.h"
#include "spec/operators/joining.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/reduction.h"
#include "spec/operators/scattering.h"
#include "spec/operators/sorting.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic

bool given(const c10::optional<at::Tensor>& tensor) { return tensor.has_value() && tensor->defined(); }

// Returns the index of each element's segment, or the number of segments for elements in no segment. The result has the
// data's sizes up to and including the axis.
at::Tensor segments_of(const at::Tensor& data, const at::Tensor& numbers, bool bounds, std::int64_t axis) {
  const at::Tensor wide = numbers.to(c10::kLong);
  const at::Tensor row = call<operators::arange_start_step>(0, data.size(axis), 1, c10::kLong, c10::nullopt,
                                                            numbers.device(), c10::nullopt);
  const at::Tensor places = expand(row, data.sizes().slice(0, static_cast<std::size_t>(axis) + 1));
  const auto passed = [&](const at::Tensor& borders) {
    return call<operators::searchsorted_Tensor>(borders, places, false, true, c10::nullopt, c10::nullopt);
  };
  // With lengths, the index is the number of segments that have ended. With offsets, it is the number of offsets passed
  // minus one; -1 before the first segment becomes the index for no segment.
  if (!bounds) return passed(call<operators::cumsum>(wide, -1, c10::nullopt));
  return call<operators::remainder_Scalar>(call<operators::sub_Scalar>(passed(wide), 1, 1), numbers.size(-1));
}

struct SegmentReduceDerivative : Differentiable {
  static constexpr const char* name = "SegmentReduceBackward0";
  static constexpr bool saves_result = true;
  SavedTensor data, numbers, result;
  std::string reduce;
  bool bounds = false;
  std::int64_t axis = 0;
  double start = 1;  // the initial value of a product
  auto saved() { return std::tie(data, numbers, result); }

  void save(Saver& saver, const at::Tensor& values, std::string_view how, const c10::optional<at::Tensor>& lengths,
            const c10::optional<at::Tensor>& /*indices*/, const c10::optional<at::Tensor>& offsets, std::int64_t along,
            bool /*unsafe*/, const c10::optional<c10::Scalar>& initial) {
    saver.input(data, values);
    reduce = how;
    bounds = given(offsets);
    axis = wrap(along, values.dim());
    start = initial.has_value() ? initial->toDouble() : 1;
    if (bounds || given(lengths)) saver.constant(numbers, bounds ? *offsets : *lengths);
  }

  void backward(Backward& b) {
    if (!b.needs(0)) return;
    const at::Tensor values = b.get(data);
    at::Tensor places = segments_of(values, b.get(numbers), bounds, axis);
    for (std::int64_t d = axis + 1; d < values.dim(); ++d) places = call<operators::unsqueeze>(places, -1);
    places = expand(places, values.sizes());
    const at::Tensor gradient = b.gradient();
    if (reduce == "sum") {
      b.out(0) = spread(gradient, places);
    } else if (reduce == "mean") {
      b.out(0) = spread(div(gradient, counted(full(values.sizes(), 1, values), places, gradient)), places);
    } else if (reduce == "prod") {
      b.out(0) = mul(spread(gradient, places), other_factors(values, b.get(result), places));
    } else {
      // Elements that are equal to the minimum or maximum share its gradient. NaN always counts as equal.
      const at::Tensor numeric = eq(values, values);
      const at::Tensor best =
          masked_fill(eq(values, spread(b.get(result), places)), eq(numeric, full({}, false, numeric)), true);
      const at::Tensor share = best.to(values.scalar_type());
      b.out(0) = mul(spread(div(gradient, counted(share, places, gradient)), places), share);
    }
  }

 private:
  // Returns for each element the product of the other factors of its segment: the result divided by the element. A
  // single zero gets the product of the nonzero factors. Each of two zeros gets that product times the other zero, so
  // that the formula can be differentiated again.
  at::Tensor other_factors(const at::Tensor& values, const at::Tensor& product, const at::Tensor& places) const {
    const at::Tensor one = number(1, values);
    const at::Tensor nothing = number(0, values);
    const at::Tensor is_zero = call<operators::eq_Scalar>(values, 0);
    const at::Tensor no_zeros = where(is_zero, one, values);
    const at::Tensor only_zeros = where(is_zero, values, nothing);
    std::vector<std::int64_t> sizes = product.sizes().vec();
    const std::int64_t segments = sizes[static_cast<std::size_t>(axis)]++;
    const auto of_segments = [&](const at::Tensor& all) {
      return spread(call<operators::narrow>(all, axis, 0, segments), places);
    };
    const at::Tensor rest = mul(
        of_segments(call<operators::scatter_reduce_two>(full(sizes, 1, values), axis, places, no_zeros, "prod", true)),
        number(start, values));
    const auto total = [&](const at::Tensor& each) {
      return of_segments(call<operators::scatter_add>(zeros(sizes, values), axis, places, each));
    };
    const at::Tensor count = total(is_zero.to(values.scalar_type()));
    const at::Tensor other_zero = sub(total(only_zeros), only_zeros);
    const at::Tensor share = where(call<operators::eq_Scalar>(count, 1), one,
                                   where(call<operators::eq_Scalar>(count, 2), other_zero, nothing));
    return where(is_zero, mul(rest, share), div(spread(product, places), no_zeros));
  }

  // Returns for each element the value of its segment, and zero for elements in no segment.
  at::Tensor spread(const at::Tensor& of_segments, const at::Tensor& places) const {
    std::vector<std::int64_t> none = of_segments.sizes().vec();
    none[static_cast<std::size_t>(axis)] = 1;
    const at::Tensor parts[] = {of_segments, zeros(none, of_segments)};
    return call<operators::gather>(call<operators::cat>(at::TensorList(parts), axis), axis, places, false);
  }
  // Returns the sum of the constants `each` over every segment, but at least one, for use as a divisor.
  at::Tensor counted(const at::Tensor& each, const at::Tensor& places, const at::Tensor& like) const {
    std::vector<std::int64_t> sizes = like.sizes().vec();
    const std::int64_t segments = sizes[static_cast<std::size_t>(axis)]++;
    const at::Tensor sums = call<operators::narrow>(scatter_added(sizes, axis, places, each), axis, 0, segments);
    return call<operators::maximum>(sums, number(1, sums));
  }
};

}  // namespace

MODECHECK_REGISTER_WITH(SegmentReduceDerivative, segment_reduce)

}  // namespace modecheck::engine
