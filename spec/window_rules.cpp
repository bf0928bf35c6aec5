#include "spec/window_rules.h"

#include "spec/reduction_rules.h"

namespace modecheck::spec {
namespace {

// The number for a dimension.
std::int64_t along(const IntList& list, int dimension) { return list[list.size == 1 ? 0 : dimension]; }

bool is_for_each(const IntList& list, int spatial) { return list.size == 1 || list.size == spatial; }

std::int64_t floor_division(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && a < 0 ? 1 : 0); }

// How a window moves along one dimension.
struct Steps {
  std::int64_t image;
  std::int64_t kernel;
  std::int64_t stride;
  std::int64_t padding;
  std::int64_t dilation;

  // Where it stops. Rounded up, the last window may reach beyond the image, but must begin before its end.
  std::int64_t places(bool ceil_mode) const {
    const std::int64_t room = image + 2 * padding - dilation * (kernel - 1) - 1;
    const std::int64_t count = floor_division(room + (ceil_mode ? stride - 1 : 0), stride) + 1;
    return ceil_mode && (count - 1) * stride >= image + padding ? count - 1 : count;
  }
  // Whether some window holds no element, having holes where the image is.
  bool may_miss(std::int64_t count) const {
    for (std::int64_t place = 0; place < count; ++place) {
      bool any = false;
      for (std::int64_t k = 0; k < kernel; ++k) {
        const std::int64_t at = place * stride - padding + k * dilation;
        any = any || (at >= 0 && at < image);
      }
      if (!any) return true;
    }
    return false;
  }
};

// In two dimensions channels last stay so.
void give(ResultPlan& plan, const Geometry& self, const Sizes& sizes, int spatial) {
  if (!plan.reasons.none()) return;
  if (spatial == 2 && self.rank == 4 && suggests_channels_last(self))
    set_channels_last(plan.result, sizes);
  else
    set_contiguous(plan.result, sizes);
}

ResultPlan plan_pool(const Geometry& self, const PoolWindow& window, bool whole_kernel_fits) {
  ResultPlan plan;
  plan.result.dtype = self.dtype;
  const int spatial = window.spatial;
  const bool lengths = is_for_each(window.kernel, spatial) && is_for_each(window.padding, spatial) &&
                       is_for_each(window.dilation, spatial) &&
                       (window.stride.size == 0 || is_for_each(window.stride, spatial));
  plan.reasons.add_if(!lengths, ErrorClass::Argument);
  const bool batched = self.rank == spatial + 2;
  const bool image = self.rank == spatial + 1 || batched;
  plan.reasons.add_if(!image, ErrorClass::Shape);
  plan.reasons.add_if(self.rank <= spatial, ErrorClass::Range);
  if (image)
    for (int d = batched ? 1 : 0; d < self.rank; ++d) plan.reasons.add_if(self.sizes[at(d)] == 0, ErrorClass::Shape);
  if (!lengths) return plan;
  Sizes sizes = sizes_of(self);
  bool missed = false;
  for (int i = 0; i < spatial; ++i) {
    const int d = self.rank - spatial + i;
    Steps steps{};
    steps.image = image ? sizes[d] : 1;
    steps.kernel = along(window.kernel, i);
    steps.stride = window.stride.size == 0 ? steps.kernel : along(window.stride, i);
    steps.padding = along(window.padding, i);
    steps.dilation = along(window.dilation, i);
    const bool moves = steps.kernel > 0 && steps.stride > 0 && steps.dilation > 0;
    plan.reasons.add_if(!moves || steps.padding < 0 || steps.padding > steps.kernel / 2, ErrorClass::Argument);
    if (!moves || !image) continue;
    plan.reasons.add_if(whole_kernel_fits && steps.image < steps.kernel, ErrorClass::Shape);
    const std::int64_t places = steps.places(window.ceil_mode);
    plan.reasons.add_if(places < 1, ErrorClass::Shape);
    missed = missed || steps.may_miss(places);
    sizes[d] = places;
  }
  // libtorch points beyond the image where a window has no element.
  if (missed && plan.reasons.none()) plan.unanswered = true;
  if (image) give(plan, self, sizes, spatial);
  return plan;
}

}  // namespace

PoolWindow mean_window(const Arguments& arguments, int spatial) {
  return {spatial,    arguments.integers(1), arguments.integers(2), arguments.integers(3),
          one_dim(1), arguments.boolean(4)};
}

PoolWindow max_window(const Arguments& arguments, int spatial) {
  return {spatial,
          arguments.integers(1),
          arguments.integers(2),
          arguments.integers(3),
          arguments.integers(4),
          arguments.boolean(5)};
}

PoolWindow widened(const PoolWindow& window) {
  PoolWindow out = window;
  out.spatial = 2;
  const auto widen = [](IntList& list, std::int64_t in_front) {
    if (list.size != 1) return;
    list.values = {in_front, list[0]};
    list.size = 2;
  };
  widen(out.kernel, 1);
  widen(out.stride, 1);
  widen(out.padding, 0);
  return out;
}

ResultPlan plan_avg_pool(const Geometry& self, const PoolWindow& window, std::optional<std::int64_t> divisor) {
  ResultPlan plan = plan_pool(self, window, /*whole_kernel_fits=*/window.spatial == 3);
  const bool known = self.dtype == DType::Float32 || self.dtype == DType::Float64 || self.dtype == DType::Int64 ||
                     (self.dtype == DType::BFloat16 && window.spatial == 2);
  plan.reasons.add_if(!known, ErrorClass::Dtype);
  plan.reasons.add_if(divisor == 0, ErrorClass::Argument);
  return plan;
}

ResultPlan plan_max_pool(const Geometry& self, const PoolWindow& window) {
  ResultPlan plan = plan_pool(self, window, /*whole_kernel_fits=*/false);
  const bool known = self.dtype == DType::Float32 || self.dtype == DType::Float64 ||
                     (self.dtype == DType::BFloat16 && window.spatial == 2);
  plan.reasons.add_if(!known, ErrorClass::Dtype);
  plan.others[0] = plan.result;
  plan.others[0].dtype = DType::Int64;
  return plan;
}

}  // namespace modecheck::spec
