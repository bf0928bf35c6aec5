#include "engine/api/further_overloads.h"

#include <array>
#include <cmath>

#include "engine/core/errors/error.h"

namespace at {
inline namespace modecheck_v1 {
namespace {

using modecheck::engine::ErrorClass;

// Returns whether scale factors are given. Raises if only one is given, or if they do not result in `output_size`.
bool factors_are_given(std::string_view op, const Tensor& self, c10::IntArrayRef output_size,
                       c10::optional<double> scales_h, c10::optional<double> scales_w) {
  if (!scales_h.has_value() && !scales_w.has_value()) return false;
  MODECHECK_CHECK(self.dim() == 4 && output_size.size() == 2, ErrorClass::Shape, op,
                  ": expected an input of four dimensions and two sizes, got sizes ", self.sizes(), " and ",
                  output_size);
  const auto leads = [&](c10::optional<double> factor, std::int64_t dim) {
    return factor.has_value() &&
           static_cast<std::int64_t>(std::floor(static_cast<double>(self.size(2 + dim)) * *factor)) ==
               output_size[static_cast<std::size_t>(dim)];
  };
  MODECHECK_CHECK(leads(scales_h, 0) && leads(scales_w, 1), ErrorClass::Unsupported, op,
                  ": factors that do not lead to the sizes ", output_size, " from ", self.sizes(),
                  " are not built. Give the sizes alone, or both factors that lead to them.");
  return true;
}

}  // namespace

Tensor upsample_nearest2d(const Tensor& self, c10::IntArrayRef output_size, c10::optional<double> scales_h,
                          c10::optional<double> scales_w) {
  if (!factors_are_given("upsample_nearest2d", self, output_size, scales_h, scales_w))
    return upsample_nearest2d(self, c10::OptionalIntArrayRef(output_size), c10::nullopt);
  const std::array<double, 2> factors{*scales_h, *scales_w};
  return upsample_nearest2d(self, c10::OptionalIntArrayRef(), c10::ArrayRef<double>(factors));
}

Tensor upsample_bilinear2d(const Tensor& self, c10::IntArrayRef output_size, bool align_corners,
                           c10::optional<double> scales_h, c10::optional<double> scales_w) {
  if (!factors_are_given("upsample_bilinear2d", self, output_size, scales_h, scales_w))
    return upsample_bilinear2d(self, c10::OptionalIntArrayRef(output_size), align_corners, c10::nullopt);
  const std::array<double, 2> factors{*scales_h, *scales_w};
  return upsample_bilinear2d(self, c10::OptionalIntArrayRef(), align_corners, c10::ArrayRef<double>(factors));
}

}  // namespace modecheck_v1
}  // namespace at
