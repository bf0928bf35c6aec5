#include "spec/rules/sampling.h"

#include <cmath>

namespace modecheck::spec {

ResultPlan plan_upsample(const Geometry& self, const std::optional<IntList>& output_size,
                         const std::optional<FloatList>& scale_factors, bool between) {
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  plan.reasons.add_if(output_size.has_value() == scale_factors.has_value(), ErrorClass::Argument);
  // The lists belong to the dimensions that the image has.
  const int length = output_size ? output_size->size : scale_factors ? scale_factors->size : 0;
  plan.reasons.add_if(length != 2 || length != self.rank - 2, ErrorClass::Argument);
  // libtorch reads beyond the list of factors of an image without so many dimensions.
  if (scale_factors && !output_size && length < 2 && length == self.rank - 2)
    plan.leave_unspecified(Unspecified::ReadsBeyondMemory);
  plan.reasons.add_if(self.rank != 4, ErrorClass::Shape);
  const bool known = self.dtype == DType::Float32 || self.dtype == DType::Float64 || self.dtype == DType::BFloat16 ||
                     self.dtype == DType::UInt8;
  plan.reasons.add_if(!known, ErrorClass::Dtype);
  // How bytes are mixed is open.
  if (between && self.dtype == DType::UInt8) plan.leave_unspecified(Unspecified::InterpolatedBytes);
  if (self.rank != 4 || length != 2 || output_size.has_value() == scale_factors.has_value()) return plan;
  Sizes sizes = sizes_of(self);
  for (int d = 1; d < 4; ++d) plan.reasons.add_if(sizes[d] == 0, ErrorClass::Shape);
  for (int i = 0; i < 2; ++i) {
    const auto scaled = [&] { return std::floor(static_cast<double>(sizes[2 + i]) * (*scale_factors)[i]); };
    sizes[2 + i] = output_size ? (*output_size)[i] : static_cast<std::int64_t>(scaled());
    plan.reasons.add_if(sizes[2 + i] < 1, ErrorClass::Shape);
  }
  if (!plan.reasons.none()) return plan;
  if (suggests_channels_last(self))
    set_channels_last(plan.result, sizes);
  else
    set_contiguous(plan.result, sizes);
  return plan;
}

ResultPlan plan_grid_sampler(const Geometry& input, const Geometry& grid) {
  ResultPlan plan;
  plan.result.dtype = input.dtype;
  plan.reasons.add_if(input.dtype != DType::Float32 && input.dtype != DType::Float64, ErrorClass::Dtype);
  plan.reasons.add_if(grid.dtype != input.dtype, ErrorClass::Dtype);
  plan.reasons.add_if(input.rank != 4 || grid.rank != 4, ErrorClass::Shape);
  // There is no dimension for the batch.
  plan.reasons.add_if(input.rank == 0 || grid.rank == 0, ErrorClass::Range);
  if (input.rank != 4 || grid.rank != 4) return plan;
  plan.reasons.add_if(input.sizes[0] != grid.sizes[0] || grid.sizes[3] != 2, ErrorClass::Shape);
  plan.reasons.add_if(input.sizes[2] == 0 || input.sizes[3] == 0, ErrorClass::Shape);
  if (!plan.reasons.none()) return plan;
  Sizes sizes = sizes_of(input);
  sizes[2] = grid.sizes[1];
  sizes[3] = grid.sizes[2];
  set_contiguous(plan.result, sizes);
  return plan;
}

}  // namespace modecheck::spec
