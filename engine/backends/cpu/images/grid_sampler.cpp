// Implements the kernel of grid_sampler_2d.
#include <vector>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cuda/device_code/resampling_kernels.h"
#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/iterate/grid.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/sampling.h"

namespace modecheck::engine {
namespace backends {
namespace {

constexpr const char* grid_sampler_name = "grid_sampler_2d";

void check(const at::Tensor& input, const at::Tensor& grid, std::int64_t mode, std::int64_t padding) {
  MODECHECK_CHECK(input.dim() == 4 && grid.dim() == 4, ErrorClass::Shape, grid_sampler_name,
                  ": expected 4D input and grid, but got sizes ", input.sizes(), " and ", grid.sizes());
  MODECHECK_CHECK(input.sizes()[0] == grid.sizes()[0], ErrorClass::Shape, grid_sampler_name,
                  ": expected grid and input to have same batch size, but got sizes ", input.sizes(), " and ",
                  grid.sizes());
  MODECHECK_CHECK(grid.sizes()[3] == 2, ErrorClass::Shape, grid_sampler_name,
                  ": expected grid to have size 2 in last dimension, but got sizes ", grid.sizes());
  MODECHECK_CHECK(input.sizes()[2] > 0 && input.sizes()[3] > 0, ErrorClass::Shape, grid_sampler_name,
                  ": expected input to have non-empty spatial dimensions, but got sizes ", input.sizes());
  const c10::ScalarType type = input.scalar_type();
  MODECHECK_CHECK(type == c10::kFloat || type == c10::kDouble, ErrorClass::Dtype, grid_sampler_name,
                  ": not implemented for ", type, "; convert to Float or Double");
  MODECHECK_CHECK(grid.scalar_type() == type, ErrorClass::Dtype, grid_sampler_name,
                  ": expected grid and input of the same dtype, but got ", grid.scalar_type(), " and ", type);
  MODECHECK_CHECK(mode >= 0 && mode <= 2, ErrorClass::Argument, grid_sampler_name,
                  ": interpolation_mode must be 0 (bilinear), 1 (nearest) or 2 (bicubic), but got ", mode);
  MODECHECK_CHECK(padding >= 0 && padding <= 2, ErrorClass::Argument, grid_sampler_name,
                  ": padding_mode must be 0 (zeros), 1 (border) or 2 (reflection), but got ", padding);
  check_same_device(grid_sampler_name, input, grid);
}

// Samples every channel of `input` at the coordinates in `grid`. Both tensors are contiguous. The interpolation weights
// of a coordinate are the same for all channels.
template <typename T>
void sample(const at::Tensor& input, const at::Tensor& grid, const at::Tensor& out, const GridAxis& across,
            const GridAxis& down) {
  const std::int64_t channels = input.sizes()[1];
  const std::int64_t plane = across.size * down.size;
  const std::int64_t places = out.sizes()[2] * out.sizes()[3];
  const auto* const image = static_cast<const T*>(input.data_ptr());
  const auto* const where = static_cast<const T*>(grid.data_ptr());
  auto* const to = static_cast<T*>(out.data_ptr());
  if (out.in_cuda_memory()) {
    cuda::RangeLaunch launch(grid_sampler_name);
    launch.writes(out).reads(input).reads(grid);
    return launch.run(cuda::GridSampleKernel<T>{across, down, channels, places, image, where, to}, out.numel());
  }
  for (std::int64_t n = 0; n < out.sizes()[0]; ++n) {
    for (std::int64_t p = 0; p < places; ++p) {
      const auto x = across.at(where[(n * places + p) * 2]);
      const auto y = down.at(where[(n * places + p) * 2 + 1]);
      const auto x_shares = across.shares(x.fraction);
      const auto y_shares = down.shares(y.fraction);
      for (std::int64_t c = 0; c < channels; ++c) {
        const T* const from = image + (n * channels + c) * plane;
        T total = 0 * (x.fraction + y.fraction);  // starts as NaN if a coordinate is NaN or infinite, else as 0
        for (std::size_t j = 0; j < static_cast<std::size_t>(down.taps()); ++j) {
          for (std::size_t k = 0; k < static_cast<std::size_t>(across.taps()); ++k)
            if (y.inside[j] && x.inside[k])
              total += from[y.element[j] * across.size + x.element[k]] * (y_shares[j] * x_shares[k]);
        }
        to[(n * channels + c) * places + p] = total;
      }
    }
  }
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::grid_sampler_2d>::call(const at::Tensor& input, const at::Tensor& grid,
                                                    std::int64_t interpolation_mode, std::int64_t padding_mode,
                                                    bool align_corners) {
  check(input, grid, interpolation_mode, padding_mode);
  const c10::IntArrayRef sizes = input.sizes();
  const std::int64_t sampled[] = {sizes[0], sizes[1], grid.sizes()[1], grid.sizes()[2]};
  at::Tensor out = empty(sampled, input.scalar_type(), input.device());
  if (!has_bytes(out) || out.numel() == 0) return out;
  const auto axis = [&](std::size_t d) {
    return GridAxis{sizes[d], static_cast<GridMode>(interpolation_mode), static_cast<GridPadding>(padding_mode),
                    align_corners};
  };
  if (out.scalar_type() == c10::kDouble)
    sample<double>(dense(input), dense(grid), out, axis(3), axis(2));
  else
    sample<float>(dense(input), dense(grid), out, axis(3), axis(2));
  return out;
}

}  // namespace modecheck::engine
