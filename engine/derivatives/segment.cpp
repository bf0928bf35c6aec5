// Defines the derivative and the dispatch table of segment_reduce.
#include "spec/operators/segment.h"

#include <vector>

#include "engine/derivatives/gradient.h"
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
  // If `numbers` are lengths, an element's index is the number of segments that end before the element. If they are
  // offsets, the index is the number of offsets up to the element, minus one. An element before the first segment would
  // get -1, which the remainder turns into the index for no segment.
  if (!bounds) return passed(call<operators::cumsum>(wide, -1, c10::nullopt));
  return call<operators::remainder_Scalar>(call<operators::sub_Scalar>(passed(wide), 1, 1), numbers.size(-1));
}

// The segments along an axis. `places` is the index of each element's segment.
struct Segments {
  at::Tensor places;
  std::int64_t axis;

  // Returns for each element the value of its segment, and zero for elements in no segment.
  at::Tensor spread(const at::Tensor& of_segments) const {
    std::vector<std::int64_t> none = of_segments.sizes().vec();
    none[static_cast<std::size_t>(axis)] = 1;
    const at::Tensor with_zero[] = {of_segments, zeros(none, of_segments)};
    return call<operators::gather>(call<operators::cat>(at::TensorList(with_zero), axis), axis, places, false);
  }
  // Returns the sum of `each` over the elements of every segment. The sum is at least one, because it is used as a
  // divisor.
  at::Tensor counted(const at::Tensor& each, const at::Tensor& like) const {
    std::vector<std::int64_t> sizes = like.sizes().vec();
    const std::int64_t segments = sizes[static_cast<std::size_t>(axis)]++;
    const at::Tensor sums = call<operators::narrow>(scatter_added(sizes, axis, places, each), axis, 0, segments);
    return call<operators::maximum>(sums, number(1, sums));
  }

  // Returns for each element the product of the other factors of its segment, and zero for elements in no segment, even
  // if they are NaN or infinite. `start` is the initial value of a product.
  at::Tensor factors_beside(const at::Tensor& values, const at::Tensor& product, double start) const {
    std::vector<std::int64_t> sizes = product.sizes().vec();
    const std::int64_t segments = sizes[static_cast<std::size_t>(axis)]++;
    const auto of_segments = [&](const at::Tensor& all) {
      return spread(call<operators::narrow>(all, axis, 0, segments));
    };
    const auto total = [&](const at::Tensor& each) {
      return of_segments(call<operators::scatter_add>(zeros(sizes, values), axis, places, each));
    };
    const at::Tensor rest = of_segments(
        call<operators::scatter_reduce_two>(full(sizes, 1, values), axis, places, without_zeros(values), "prod", true));
    const at::Tensor count = total(call<operators::eq_Scalar>(values, 0).to(values.scalar_type()));
    const at::Tensor others =
        other_factors(values, spread(product), mul(rest, number(start, values)), count, total(zeros_only(values)));
    return masked_fill(others, call<operators::eq_Scalar>(places, segments), 0);
  }
};

}  // namespace

MODECHECK_GRADIENT(SegmentReduceBackward0, (segment_reduce), data, lengths, offsets, result, reduce, wrapped_axis,
                   initial) {
  at::Tensor places = segments_of(data, offsets.defined() ? offsets : lengths, offsets.defined(), wrapped_axis);
  for (std::int64_t d = wrapped_axis + 1; d < data.dim(); ++d) places = call<operators::unsqueeze>(places, -1);
  const Segments segments{expand(places, data.sizes()), wrapped_axis};
  if (reduce == "sum") return segments.spread(g);
  if (reduce == "mean") return segments.spread(div(g, segments.counted(full(data.sizes(), 1, data), g)));
  if (reduce == "prod") {
    const double start = initial.has_value() ? initial->toDouble() : 1;
    return mul(segments.spread(g), segments.factors_beside(data, result, start));
  }
  // All elements that are equal to the minimum or maximum of their segment share its gradient. NaN counts as equal to
  // any result.
  const at::Tensor numeric = eq(data, data);
  const at::Tensor best = masked_fill(eq(data, segments.spread(result)), eq(numeric, full({}, false, numeric)), true);
  const at::Tensor share = best.to(data.scalar_type());
  return mul(segments.spread(div(g, segments.counted(share, g))), share);
}

}  // namespace modecheck::engine
