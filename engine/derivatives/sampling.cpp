// Defines the derivative and the dispatch table of grid_sampler_2d.
#include "spec/operators/sampling.h"

#include <array>
#include <span>
#include <vector>

#include "engine/backends/iterate/grid.h"
#include "engine/core/memory/allocate.h"
#include "engine/derivatives/gradient.h"
#include "engine/dispatch/device_kernel.h"
#include "spec/operators/reduction.h"

namespace modecheck::engine {
namespace {

using namespace formula;  // NOLINT: formulas read like arithmetic
using backends::GridAxis;
using backends::GridMode;
using backends::GridPadding;

at::Tensor plus(const at::Tensor& a, double b) { return add(a, number(b, a)); }
at::Tensor times(const at::Tensor& a, double b) { return mul(a, number(b, a)); }

// The samples along one dimension. A sample is a weighted sum of neighbouring elements, its taps. The indices of the
// taps are constant, and the weights depend on the grid.
struct Axis {
  GridAxis axis;
  std::vector<at::Tensor> elements;  // for each tap: the index of its element, [batch, positions]
  std::vector<at::Tensor> inside;
  at::Tensor slope;
  at::Tensor fraction;  // the fraction of each position, through which gradients flow to the grid

  template <typename T>
  void find(const at::Tensor& grid) {
    std::size_t i = 0;
    for (const T x : std::span(static_cast<const T*>(grid.data_ptr()), static_cast<std::size_t>(grid.numel()))) {
      const auto sample = axis.at(x);
      static_cast<T*>(slope.data_ptr())[i] = sample.slope;
      static_cast<T*>(fraction.data_ptr())[i] = sample.fraction;
      for (std::size_t k = 0; k < elements.size(); ++k) {
        static_cast<std::int64_t*>(elements[k].data_ptr())[i] = sample.element[k];
        static_cast<T*>(inside[k].data_ptr())[i] = sample.inside[k] ? T(1) : T(0);
      }
      ++i;
    }
  }

  Axis(const at::Tensor& grid, const GridAxis& along) : axis(along) {
    for (int k = 0; k < axis.taps(); ++k) {
      elements.push_back(empty(grid.sizes(), c10::kLong, host_of(grid.device())));
      inside.push_back(empty(grid.sizes(), grid.scalar_type(), host_of(grid.device())));
    }
    slope = empty(grid.sizes(), grid.scalar_type(), host_of(grid.device()));
    fraction = empty(grid.sizes(), grid.scalar_type(), host_of(grid.device()));
    if (grid.has_bytes()) {
      const at::Tensor rows = on_host(call<operators::contiguous>(grid, c10::MemoryFormat::Contiguous));
      if (grid.scalar_type() == c10::kDouble)
        find<double>(rows);
      else
        find<float>(rows);
    }
    for (std::size_t k = 0; k < elements.size(); ++k) {
      elements[k] = placed(elements[k], grid.device());
      inside[k] = placed(inside[k], grid.device());
    }
    slope = placed(slope, grid.device());
    fraction = placed(fraction, grid.device());
    // The value of `fraction` was computed without autograd. A term is added that is zero but has the right derivative
    // with respect to the grid: grid - grid.detach(), scaled by the slope. Autograd thereby sees that the fraction
    // depends on the grid. For an infinite grid value the term would be NaN. The slope is zero there, and the term is
    // masked.
    const at::Tensor nothing = sub(grid, call<operators::detach>(grid));
    const at::Tensor growth = mul(times(nothing, axis.scale()), slope);
    fraction = add(fraction, masked_fill(growth, call<operators::eq_Scalar>(slope, 0), 0));
  }

  // share() returns the weight with which tap k counts, which is zero outside of the image. growth() returns the
  // derivative of that weight with respect to the position.
  at::Tensor share(std::size_t k) const {
    if (axis.mode == GridMode::Nearest) return inside[k];
    if (axis.mode == GridMode::Bilinear) return mul(k == 0 ? plus(neg(fraction), 1) : fraction, inside[k]);
    const double a = GridAxis::sharpness;
    const at::Tensor d = distance(k);
    const at::Tensor polynomial = is_far(k) ? plus(mul(plus(mul(plus(times(d, a), -5 * a), d), 8 * a), d), -4 * a)
                                            : plus(mul(mul(plus(times(d, a + 2), -(a + 3)), d), d), 1);
    return mul(polynomial, inside[k]);
  }
  at::Tensor growth(std::size_t k) const {
    if (axis.mode == GridMode::Nearest) return zeros_like(inside[k]);
    if (axis.mode == GridMode::Bilinear) return k == 0 ? neg(inside[k]) : inside[k];
    const double a = GridAxis::sharpness;
    const at::Tensor d = distance(k);
    const at::Tensor polynomial = is_far(k) ? plus(mul(plus(times(d, 3 * a), -10 * a), d), 8 * a)
                                            : mul(plus(times(d, 3 * (a + 2)), -2 * (a + 3)), d);
    return mul(times(polynomial, k < 2 ? 1 : -1), inside[k]);
  }

 private:
  // These functions serve bicubic sampling, which has four taps in each dimension. is_far() returns whether the tap is
  // one of the outer two, and distance() its distance from the sample.
  static bool is_far(std::size_t k) { return k == 0 || k == 3; }
  at::Tensor distance(std::size_t k) const {
    if (k < 2) return plus(fraction, k == 0 ? 1 : 0);
    return plus(neg(fraction), k == 2 ? 1 : 2);
  }
};

}  // namespace

// This derivative supports double backward, which libtorch's derivative of grid_sampler_2d does not.
MODECHECK_GRADIENTS(GridSampler2DBackward0, (grid_sampler_2d), input, grid, interpolation_mode, padding_mode,
                    align_corners) {
  const auto mode = static_cast<GridMode>(interpolation_mode);
  const auto padding = static_cast<GridPadding>(padding_mode);
  const at::Tensor image = b.get(input);
  const at::Tensor where = b.get(grid);
  const std::int64_t batch = image.sizes()[0];
  const std::int64_t channels = image.sizes()[1];
  const std::int64_t width = image.sizes()[3];
  const std::int64_t places = where.sizes()[1] * where.sizes()[2];
  const std::int64_t plane = image.sizes()[2] * width;
  const std::vector<std::int64_t> planes{batch, channels, plane};
  const std::vector<std::int64_t> sampled{batch, channels, places};
  const at::Tensor flat = reshape(where, {batch, places, 2});
  const Axis x(call<operators::select_int>(flat, 2, 0), {width, mode, padding, align_corners});
  const Axis y(call<operators::select_int>(flat, 2, 1), {image.sizes()[2], mode, padding, align_corners});
  const at::Tensor gradient = reshape(g, sampled);
  const at::Tensor elements = reshape(image, planes);
  const auto of_channels = [&](const at::Tensor& one) { return expand(call<operators::unsqueeze>(one, 1), sampled); };
  const std::vector<std::int64_t> over_channels{1};
  at::Tensor of_image;
  at::Tensor of_x;
  at::Tensor of_y;
  const auto add_to = [](at::Tensor& sum, const at::Tensor& one) { sum = sum.defined() ? add(sum, one) : one; };
  for (std::size_t j = 0; j < y.elements.size(); ++j) {
    for (std::size_t k = 0; k < x.elements.size(); ++k) {
      const at::Tensor index = of_channels(add(times(y.elements[j], static_cast<double>(width)), x.elements[k]));
      const at::Tensor share = mul(y.share(j), x.share(k));
      if (b.needs(0)) add_to(of_image, scatter_added(planes, 2, index, mul(gradient, of_channels(share))));
      if (!b.needs(1)) continue;
      const at::Tensor there = call<operators::gather>(elements, 2, index, false);
      const at::Tensor felt = call<operators::sum_dim_IntList>(
          mul(gradient, there), c10::OptionalIntArrayRef(c10::IntArrayRef(over_channels)), false, c10::nullopt);
      add_to(of_x, mul(felt, mul(y.share(j), x.growth(k))));
      add_to(of_y, mul(felt, mul(y.growth(j), x.share(k))));
    }
  }
  if (b.needs(0)) b.out(0) = reshape(of_image, image.sizes());
  if (!b.needs(1)) return;
  const at::Tensor both[] = {times(mul(of_x, x.slope), x.axis.scale()), times(mul(of_y, y.slope), y.axis.scale())};
  b.out(1) = reshape(call<operators::stack>(at::TensorList(both), 2), where.sizes());
}

}  // namespace modecheck::engine
