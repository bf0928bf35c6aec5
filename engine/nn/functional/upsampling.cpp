#include "engine/nn/functional/upsampling.h"

#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace functional {

namespace {

using Mode = InterpolateFuncOptions::mode_t;

std::vector<std::int64_t> sizes_of(const Tensor& input, const InterpolateFuncOptions& options) {
  const auto dims = static_cast<std::size_t>(input.dim() - 2);
  MODECHECK_ARGUMENT(options.size().has_value() || options.scale_factor().has_value(),
                     "either size or scale_factor should be defined");
  MODECHECK_ARGUMENT(!(options.size().has_value() && options.scale_factor().has_value()),
                     "only one of size or scale_factor should be defined");
  if (options.size().has_value()) {
    MODECHECK_ARGUMENT(options.size()->size() == dims, "size shape must match input shape. Input is ", dims,
                       "D, size is ", c10::IntArrayRef(*options.size()));
    return *options.size();
  }
  MODECHECK_ARGUMENT(options.scale_factor()->size() == dims, "scale_factor shape must match input shape. Input is ",
                     dims, "D, scale_factor size is ", nn::detail::list_of(*options.scale_factor()));
  const auto is_whole = [](double factor) { return std::floor(factor) == factor; };
  if (!options.recompute_scale_factor().has_value() &&
      !std::all_of(options.scale_factor()->begin(), options.scale_factor()->end(), is_whole))
    nn::detail::warn("interpolate",
                     "The default behavior for interpolate/upsample with float scale_factor changed in 1.6.0 to align "
                     "with other frameworks/libraries, and uses scale_factor directly, instead of relying on the "
                     "computed output size. If you wish to keep the old behavior, please set "
                     "recompute_scale_factor=True. See the documentation of nn.Upsample for details. ");
  std::vector<std::int64_t> out;
  for (std::size_t i = 0; i < dims; ++i)
    out.push_back(static_cast<std::int64_t>(
        std::floor(static_cast<double>(input.size(static_cast<std::int64_t>(i) + 2)) * (*options.scale_factor())[i])));
  return out;
}

// Weighs the elements near a position: those at the indices, which are clamped to the dimension.
struct Taps {
  std::vector<Tensor> indices;
  std::vector<Tensor> weights;
};

// Computes the positions in the input's dtype and rounds them in single precision, as libtorch does.
Taps nearest(const Tensor& places, double scale, std::int64_t size, bool exact, at::ScalarType dtype) {
  const Tensor positions =
      exact ? ((places + 0.5).to(dtype) * scale - 0.5).clamp_min(0) + 0.5 : places.to(dtype) * scale;
  return {{positions.to(at::kFloat).floor().to(at::kLong).clamp_max(size - 1)}, {}};
}

Taps linear(const Tensor& positions, std::int64_t size) {
  const Tensor real = positions.clamp_min(0);
  const Tensor low = real.floor();
  const Tensor upper = real - low;
  const Tensor index = low.to(at::kLong).clamp_max(size - 1);
  return {{index, (index + 1).clamp_max(size - 1)}, {1 - upper, upper}};
}

// The weights are those of cubic convolution with a = -0.75.
Taps cubic(const Tensor& positions, std::int64_t size) {
  constexpr double a = -0.75;
  const auto near = [&](const Tensor& x) { return ((a + 2) * x - (a + 3)) * x * x + 1; };
  const auto far = [&](const Tensor& x) { return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a; };
  const Tensor low = positions.floor();
  const Tensor t = positions - low;
  const Tensor index = low.to(at::kLong);
  Taps out;
  for (std::int64_t i = -1; i <= 2; ++i) out.indices.push_back((index + i).clamp(0, size - 1));
  out.weights = {far(t + 1), near(t), near(1 - t), far(2 - t)};
  return out;
}

// Resizes one dimension.
Tensor resized(const Tensor& input, std::int64_t dim, std::int64_t size, c10::optional<double> factor,
               const InterpolateFuncOptions& options) {
  modecheck::engine::sizes_as_numbers("interpolate", input);
  const std::int64_t old = input.size(dim);
  const bool corners = options.align_corners().value_or(false);
  double scale = factor.has_value() ? 1. / *factor : static_cast<double>(old) / static_cast<double>(size);
  if (corners) scale = size > 1 ? static_cast<double>(old - 1) / static_cast<double>(size - 1) : 0.;
  const Tensor places = at::arange(size, at::TensorOptions(at::kDouble).device(input.device()));
  const Tensor positions = corners ? places * scale : (places + 0.5) * scale - 0.5;
  const Mode& mode = options.mode();
  const bool exact = enumtype::holds_alternative<enumtype::kNearestExact>(mode);
  const at::ScalarType dtype = c10::isFloatingType(input.scalar_type()) ? input.scalar_type() : at::kFloat;
  const Taps taps = exact || enumtype::holds_alternative<enumtype::kNearest>(mode)
                        ? nearest(places, scale, old, exact, dtype)
                    : enumtype::holds_alternative<enumtype::kBicubic>(mode) ? cubic(positions, old)
                                                                            : linear(positions, old);
  if (taps.weights.empty()) return input.index_select(dim, taps.indices[0]);
  std::vector<std::int64_t> along(static_cast<std::size_t>(input.dim()), 1);
  along[static_cast<std::size_t>(dim)] = size;
  Tensor out;
  for (std::size_t i = 0; i < taps.indices.size(); ++i) {
    const Tensor part = input.index_select(dim, taps.indices[i]) * taps.weights[i].to(input.scalar_type()).view(along);
    out = out.defined() ? out + part : part;
  }
  return out;
}

// Raises unless the mode is for images of this many dimensions.
void check_mode(std::int64_t dims, const Mode& mode) {
  const std::string name = enumtype::get_enum_name(mode);
  MODECHECK_ARGUMENT(dims >= 3 && dims <= 5, "Input Error: Only 3D, 4D and 5D input Tensors supported (got ", dims,
                     "D) for the modes: nearest | linear | bilinear | bicubic | trilinear (got ", name, ")");
  const auto needs = [&](bool is_mode, const char* word, std::int64_t wanted) {
    MODECHECK_ARGUMENT(!is_mode || dims == wanted, "Got ", dims, "D input, but ", word, " mode needs ", wanted,
                       "D input");
  };
  needs(enumtype::holds_alternative<enumtype::kLinear>(mode), "linear", 3);
  needs(enumtype::holds_alternative<enumtype::kBilinear>(mode), "bilinear", 4);
  needs(enumtype::holds_alternative<enumtype::kBicubic>(mode), "bicubic", 4);
  needs(enumtype::holds_alternative<enumtype::kTrilinear>(mode), "trilinear", 5);
}

Tensor pooled_to(const Tensor& input, const std::vector<std::int64_t>& sizes) {
  if (input.dim() == 3) return at::adaptive_avg_pool1d(input, sizes);
  return input.dim() == 4 ? at::adaptive_avg_pool2d(input, sizes) : at::adaptive_avg_pool3d(input, sizes);
}

}  // namespace

Tensor interpolate(const Tensor& input, const InterpolateFuncOptions& options) {
  const Mode& mode = options.mode();
  const bool is_area = enumtype::holds_alternative<enumtype::kArea>(mode);
  const bool is_nearest = enumtype::holds_alternative<enumtype::kNearest>(mode);
  if (is_area || is_nearest) {
    MODECHECK_ARGUMENT(!options.align_corners().has_value(),
                       "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic "
                       "| trilinear");
  } else if (!options.align_corners().has_value()) {
    nn::detail::warn(
        "interpolate",
        nn::detail::text_of("Default upsampling behavior when mode=", enumtype::get_enum_name(mode),
                            " is changed to align_corners=False since 0.4.0. Please specify align_corners=True if "
                            "the old behavior is desired. See the documentation of nn.Upsample for details."));
  }
  MODECHECK_CHECK(!options.antialias(), modecheck::engine::ErrorClass::Unsupported,
                  "interpolate: antialias is not built: smooth the input with a convolution before");
  check_mode(input.dim(), mode);
  const bool scales = options.scale_factor().has_value() && !options.recompute_scale_factor().value_or(false);
  // Operators that get factors compute the sizes from them. The others get the sizes of the traced call.
  if (options.scale_factor().has_value() && (is_area || !scales))
    modecheck::engine::sizes_as_numbers("interpolate", input);
  const std::vector<std::int64_t> sizes = sizes_of(input, options);
  if (is_area) return pooled_to(input, sizes);
  const auto factor = [&](std::size_t i) {
    return scales ? c10::optional<double>((*options.scale_factor())[i]) : c10::nullopt;
  };
  if (enumtype::holds_alternative<enumtype::kBilinear>(mode))
    return at::upsample_bilinear2d(input, sizes, options.align_corners().value_or(false), factor(0), factor(1));
  if (enumtype::holds_alternative<enumtype::kNearest>(mode) && input.dim() == 4)
    return at::upsample_nearest2d(input, sizes, factor(0), factor(1));
  Tensor out = input;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    out = resized(out, static_cast<std::int64_t>(i) + 2, sizes[i], factor(i), options);
  return out;
}

}  // namespace functional
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
