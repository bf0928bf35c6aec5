#include "engine/nn/functional/vision.h"

#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

Tensor affine_grid(const Tensor& theta, const c10::IntArrayRef& size, bool align_corners) {
  modecheck::engine::sizes_as_numbers("affine_grid", theta);
  MODECHECK_ARGUMENT(theta.is_floating_point(), "Expected theta to have floating point type, but got ", theta.dtype());
  const auto dims = static_cast<std::int64_t>(size.size()) - 2;
  MODECHECK_ARGUMENT(dims == 2 || dims == 3,
                     "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. Got "
                     "size ",
                     size);
  MODECHECK_ARGUMENT(theta.dim() == 3 && theta.size(-2) == dims && theta.size(-1) == dims + 1, "Expected a batch of ",
                     dims, "D affine matrices of shape Nx", dims, "x", dims + 1, " for size ", size, ". Got ",
                     theta.sizes(), ".");
  MODECHECK_ARGUMENT(std::all_of(size.begin(), size.end(), [](std::int64_t one) { return one > 0; }),
                     "Expected non-zero, positive output size. Got ", size);
  const c10::IntArrayRef spatial = size.slice(2);
  std::vector<Tensor> parts;
  for (std::int64_t i = dims - 1; i >= 0; --i) {
    const std::int64_t count = spatial[static_cast<std::size_t>(i)];
    Tensor line = count > 1 ? at::linspace(-1, 1, count, theta.options()) : at::zeros({count}, theta.options());
    if (!align_corners) line = line * (static_cast<double>(count - 1) / static_cast<double>(count));
    std::vector<std::int64_t> along(static_cast<std::size_t>(dims), 1);
    along[static_cast<std::size_t>(i)] = count;
    parts.push_back(line.view(along).expand(spatial));
  }
  parts.push_back(at::ones(spatial, theta.options()));
  const Tensor base = at::stack(parts, -1).reshape({1, -1, dims + 1}).expand({size[0], -1, -1});
  std::vector<std::int64_t> out{size[0]};
  out.insert(out.end(), spatial.begin(), spatial.end());
  out.push_back(dims);
  return base.bmm(theta.transpose(1, 2)).reshape(out);
}

Tensor grid_sample(const Tensor& input, const Tensor& grid, const GridSampleFuncOptions& options) {
  modecheck::engine::sizes_as_numbers("grid_sample", input, grid);
  if (!options.align_corners().has_value())
    nn::detail::warn("grid_sample",
                     "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. "
                     "Please specify align_corners=True if the old behavior is desired. See the documentation of "
                     "grid_sample for details.");
  MODECHECK_CHECK(input.dim() != 5, modecheck::engine::ErrorClass::Unsupported,
                  "grid_sample: images of three dimensions are not built; an input of size ", input.sizes(),
                  " has them. Sample each slice as an image of two dimensions");
  const auto mode = static_cast<std::int64_t>(options.mode().index());
  const auto padding = static_cast<std::int64_t>(options.padding_mode().index());
  return at::grid_sampler(input, grid, mode, padding, options.align_corners().value_or(false));
}

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
