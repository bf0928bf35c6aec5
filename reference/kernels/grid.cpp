// Reference kernel of grid_sampler, which samples images at the coordinates that a grid gives.

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/kernels/kernel_row.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using spec::Geometry;

enum class Mode : std::uint8_t { Bilinear, Nearest, Bicubic };
enum class Padding : std::uint8_t { Zeros, Border, Reflection };

struct Axis {
  std::int64_t size = 1;
  Mode mode = Mode::Bilinear;
  Padding padding = Padding::Zeros;
  bool aligned = false;
};

// An image element that contributes to a sample. `share` is its weight in the sample. `growth` is the derivative of the
// weight by the grid coordinate.
struct Share {
  std::int64_t element = 0;
  double share = 0;
  double growth = 0;
};

// The image elements that one grid coordinate selects along its dimension: their indices, with weights and error
// bounds.
struct Place {
  std::vector<Share> shares;
  double error = 0;   // error bound of the weights (Share::share)
  double unsure = 0;  // error bound of the weights' derivatives (Share::growth)
};

// Returns the interpolation weight of an element at this distance: linear in bilinear mode, cubic in bicubic mode. The
// weight is 1 at distance 0, and 0 at all other whole distances.
double weight(Mode mode, double distance) {
  const double d = std::abs(distance);
  if (mode == Mode::Bilinear) return std::max(0.0, 1 - d);
  if (d < 1) return 1.25 * d * d * d - 2.25 * d * d + 1;
  return d < 2 ? -0.75 * (d * d * d - 5 * d * d + 8 * d - 4) : 0;
}
double weight_growth(Mode mode, double distance) {
  const double d = std::abs(distance);
  const double sign = distance < 0 ? -1 : 1;
  if (mode == Mode::Bilinear) return d < 1 ? -sign : 0;
  if (d < 1) return sign * (3.75 * d * d - 4.5 * d);
  return d < 2 ? sign * -0.75 * (3 * d * d - 10 * d + 8) : 0;
}

double distance_to_whole(double value) { return std::abs(value - std::nearbyint(value)); }

// Maps a coordinate outside the image into the image, by clamping or reflection. `slope` is the derivative of the
// mapped coordinate. `sure` is false if the slope jumps within `error` of the coordinate.
struct Moved {
  double at = 0;
  double slope = 1;
  bool sure = true;
};
Moved into_image(const Axis& axis, double at, double error) {
  Moved out{at, 1, true};
  if (axis.padding == Padding::Zeros) return out;
  const auto last = static_cast<double>(axis.size - 1);
  if (axis.padding == Padding::Reflection) {
    const double low = axis.aligned ? 0 : -0.5;
    const double span = last - 2 * low;
    if (span == 0) return {0, 0, true};
    const double turns = (at - low) / span;
    const double whole = std::floor(turns);
    const bool back = std::fmod(std::abs(whole), 2) == 1;
    out.at = low + span * (back ? 1 - (turns - whole) : turns - whole);
    out.slope = back ? -1 : 1;
    if (distance_to_whole(turns) * span <= error) out.sure = false;
  }
  if (std::abs(out.at) <= error || std::abs(out.at - last) <= error) out.sure = false;
  if (out.at <= 0 || out.at >= last) {
    out.at = std::clamp(out.at, 0.0, last);
    out.slope = 0;
  }
  return out;
}

Place place_of(const Axis& axis, double grid, double tolerance, DType dtype) {
  const auto size = static_cast<double>(axis.size);
  const double rate = (axis.aligned ? size - 1 : size) / 2;
  double at = axis.aligned ? (grid + 1) / 2 * (size - 1) : ((grid + 1) * size - 1) / 2;
  const double error = tolerance * rate + 4 * ulp(dtype, (std::abs(grid) + 2) * size);
  Place out;
  const auto any_of_all = [&] {
    out.error = out.unsure = kUnbounded;
    for (std::int64_t element = 0; element < axis.size; ++element) out.shares.push_back({element, 0, 0});
    return out;
  };
  if (!(error < 0.1)) return any_of_all();
  Moved moved{at, 1, true};
  if (axis.mode != Mode::Bicubic) moved = into_image(axis, at, error);
  at = moved.at;
  const auto visit = [&](std::int64_t element, double share, double growth) {
    if (axis.mode == Mode::Bicubic && axis.padding != Padding::Zeros)
      element = static_cast<std::int64_t>(std::nearbyint(into_image(axis, static_cast<double>(element), 0).at));
    if (element >= 0 && element < axis.size) out.shares.push_back({element, share, growth});
  };
  if (axis.mode == Mode::Nearest) {
    if (std::abs(distance_to_whole(at) - 0.5) <= error) return any_of_all();
    visit(static_cast<std::int64_t>(std::nearbyint(at)), 1, 0);
    return out;
  }
  const std::int64_t reach = axis.mode == Mode::Bilinear ? 1 : 2;
  const auto middle = static_cast<std::int64_t>(std::floor(at));
  // Visits one element more on either side, because rounding in a subject may give that element a small weight.
  for (std::int64_t element = middle - reach; element <= middle + reach + 1; ++element) {
    const double distance = at - static_cast<double>(element);
    if (std::abs(distance) > static_cast<double>(reach) + 2 * error) continue;
    visit(element, weight(axis.mode, distance), weight_growth(axis.mode, distance) * rate * moved.slope);
  }
  // The weight changes by at most 2 per unit of distance. The derivative of the cubic weight changes by at most 6.
  out.error = 4 * error;
  out.unsure = axis.mode == Mode::Bicubic ? 12 * error * rate : 8 * ulp(dtype, rate);
  if (axis.mode == Mode::Bilinear && (!moved.sure || distance_to_whole(at) <= error)) out.unsure = kUnbounded;
  return out;
}

}  // namespace

static void grid_sampler(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  const Geometry& image = call.in(0);
  const DType dtype = image.dtype;
  const Operand& x = call.load(0, dtype);
  const Operand& grid = call.load(1, dtype);
  const auto axis = [&](std::size_t d) {
    return Axis{image.sizes[d], static_cast<Mode>(arguments.integer(2)), static_cast<Padding>(arguments.integer(3)),
                arguments.boolean(4)};
  };
  const Axis across = axis(3);
  const Axis down = axis(2);
  Result& result = call.start(dtype);
  result.exact = false;
  const double most = x.largest();
  const bool wild = !std::isfinite(most) || !is_bound(x.tolerance);
  double error = 0;
  const std::int64_t channels = image.sizes[1];
  const std::int64_t per_plane = std::int64_t{call.out().sizes[2]} * call.out().sizes[3];
  for (std::int64_t o = 0; o < static_cast<std::int64_t>(result.count); ++o) {
    const std::int64_t plane = o / per_plane;
    const auto where = static_cast<std::size_t>(2 * (plane / channels * per_plane + o % per_plane));
    const Place right = place_of(across, grid.real[where], grid.tolerance, dtype);
    const Place below = place_of(down, grid.real[where + 1], grid.tolerance, dtype);
    const std::int64_t first = plane * down.size * across.size;
    double total = 0;
    double by_right = 0;
    double by_below = 0;
    const auto each = [&](const auto& visit) {
      for (const Share& i : below.shares)
        for (const Share& j : right.shares)
          visit(static_cast<std::size_t>(first + i.element * across.size + j.element), i, j);
    };
    each([&](std::size_t at, const Share& i, const Share& j) {
      total += x.real[at] * i.share * j.share;
      by_right += x.real[at] * i.share * j.growth;
      by_below += x.real[at] * i.growth * j.share;
    });
    const auto products = static_cast<double>(below.shares.size() * right.shares.size());
    const double of_shares = 2 * (right.error + below.error) + 16 * ulp(dtype, 1);
    if (is_bound(of_shares))
      error = std::max(error, products * (of_shares * most + 2 * x.tolerance) + 16 * ulp(dtype, most));
    else
      error = kUnbounded;
    result.real[static_cast<std::size_t>(o)] = round_to(dtype, total);
    if (!call.recorded()) continue;
    const double steepest = 2 * static_cast<double>(std::max(across.size, down.size));
    const double of_growth =
        products * (most * (2 * (right.unsure + below.unsure) + steepest * of_shares) + steepest * x.tolerance);
    call.record([&] {
      each([&](std::size_t at, const Share& i, const Share& j) { call.flow(x, at, i.share * j.share, of_shares); });
      call.flow(grid, where, by_right, wild ? kUnbounded : of_growth);
      call.flow(grid, where + 1, by_below, wild ? kUnbounded : of_growth);
    });
  }
  result.tolerance = wild ? kUnbounded : error;
  call.store();
}
MODECHECK_KERNEL(grid_sampler, SecondDerivatives::No, grid_sampler_2d)

}  // namespace modecheck::reference
