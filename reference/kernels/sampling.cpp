// Reference kernels of upsampling, which interpolates between the elements of an image, computed from the definitions.

#include <algorithm>
#include <cmath>
#include <optional>

#include "reference/kernels/kernel_row.h"

namespace modecheck::reference {
namespace {

using spec::DType;

// How indices of the result map to elements of the image, along one of the image's two dimensions.
struct Axis {
  std::int64_t size = 1;
  std::int64_t places = 1;
  // the scale factor: how many result elements there are for each image element; absent if only sizes were given
  std::optional<double> scale;

  // Returns the distance from the outer edge of the image's first element, in image elements. `places_before` is the
  // same distance in result elements.
  double source_coordinate(double places_before) const {
    return scale ? places_before / *scale : places_before * static_cast<double>(size) / static_cast<double>(places);
  }
};

Axis axis_of(const KernelCall& call, int dimension, const std::optional<spec::FloatList>& scales) {
  const auto d = static_cast<std::size_t>(2 + dimension);
  return {call.in(0).sizes[d], call.out().sizes[d],
          scales ? std::optional<double>((*scales)[dimension]) : std::nullopt};
}

}  // namespace

// Computes nearest-neighbour upsampling. A result element covers an interval of the image, and gets the image element
// in which this interval begins.
static void upsample_nearest(KernelCall& call) {
  const auto scales = call.arguments().optional_floats(2);
  const std::array<Axis, 2> axes{axis_of(call, 0, scales), axis_of(call, 1, scales)};
  const auto element = [&](std::size_t d, std::int64_t place) {
    const auto at = static_cast<std::int64_t>(std::floor(axes[d].source_coordinate(static_cast<double>(place))));
    return std::min(at, axes[d].size - 1);
  };
  const Operand& x = call.load(0);
  const auto rank = static_cast<std::size_t>(call.in(0).rank);
  call.arrange(x, call.dtype(), static_cast<std::size_t>(call.out().numel()), [&](std::size_t i) {
    Position at = position_of(call.out(), i);
    for (std::size_t d = 0; d < 2; ++d) at[rank - 2 + d] = element(d, at[rank - 2 + d]);
    return element_at(call.in(0), at);
  });
  call.store();
}
MODECHECK_KERNEL(upsample_nearest, SecondDerivatives::No, upsample_nearest2d_vec)

// Computes bilinear upsampling: interpolates linearly between the centres of elements. Outside the first and the last
// centre the value is constant.
static void upsample_bilinear(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  const bool aligned = arguments.boolean(2);
  const auto scales = arguments.optional_floats(3);
  const std::array<Axis, 2> axes{axis_of(call, 0, scales), axis_of(call, 1, scales)};
  const DType dtype = call.in(0).dtype;
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype);
  call.inherit(x);
  // Returns, in image elements, how far the result element's centre lies behind the centre of the first image element.
  const auto position = [&](std::size_t d, std::int64_t place) {
    const Axis& axis = axes[d];
    if (!aligned) return std::max(axis.source_coordinate(static_cast<double>(place) + 0.5) - 0.5, 0.0);
    return axis.places == 1 ? 0 : static_cast<double>(place * (axis.size - 1)) / static_cast<double>(axis.places - 1);
  };
  // Returns the linear interpolation weight of an image element for the position `at`. The last element keeps weight
  // one beyond its centre.
  const auto weight = [&](std::size_t d, double at, std::int64_t element) {
    const double inside = std::min(at, static_cast<double>(axes[d].size - 1));
    return std::max(1 - std::abs(inside - static_cast<double>(element)), 0.0);
  };
  const std::int64_t per_plane = axes[0].places * axes[1].places;
  const double longest = static_cast<double>(std::max(axes[0].size, axes[1].size));
  const double error = 8 * ulp(dtype, 1 + longest);
  for (std::int64_t o = 0; o < static_cast<std::int64_t>(result.count); ++o) {
    const double down = position(0, o % per_plane / axes[1].places);
    const double right = position(1, o % axes[1].places);
    const std::int64_t plane = o / per_plane * axes[0].size * axes[1].size;
    double total = 0;
    const auto each = [&](const auto& visit) {
      for (std::int64_t i = 0; i < axes[0].size; ++i)
        for (std::int64_t j = 0; j < axes[1].size; ++j) {
          if (std::abs(down - static_cast<double>(i)) > 1.5 || std::abs(right - static_cast<double>(j)) > 1.5) continue;
          visit(static_cast<std::size_t>(plane + i * axes[1].size + j), weight(0, down, i) * weight(1, right, j));
        }
    };
    each([&](std::size_t at, double share) { total += share * x.real[at]; });
    result.real[static_cast<std::size_t>(o)] = round_to(dtype, total);
    call.record([&] { each([&](std::size_t at, double share) { call.flow(x, at, share, error); }); });
  }
  result.exact = false;
  result.tolerance = x.tolerance * (1 + error) + 4 * error * x.largest() + 8 * ulp(dtype, 0);
  if (!x.is_finite()) result.tolerance = kUnbounded;
  call.store();
}
MODECHECK_KERNEL(upsample_bilinear, SecondDerivatives::No, upsample_bilinear2d_vec)

}  // namespace modecheck::reference
