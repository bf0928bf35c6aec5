#include "engine/backends/cpu/reduction_loop.h"

namespace modecheck::engine::backends {

void ReductionLoop::Axes::merge() {
  int last = 0;
  for (int d = 1; d < count; ++d) {
    if (axis[last].step == axis[d].step * axis[d].size) {
      axis[last] = {axis[last].size * axis[d].size, axis[d].step};
    } else {
      axis[++last] = axis[d];
    }
  }
  if (count > 0) count = last + 1;
}

ReductionLoop::ReductionLoop(const Reduction& reduction, const at::Tensor& self) {
  for (int d = 0; d < static_cast<int>(self.dim()); ++d) {
    const auto at = static_cast<std::size_t>(d);
    const Axis axis{self.sizes()[at], self.strides()[at]};
    if (axis.size == 1) continue;
    Axes& own = reduction.reduces(d) ? reduced_ : kept_;
    own.axis[own.count++] = axis;
    (reduction.reduces(d) ? group_ : results_) *= axis.size;
  }
  std::stable_sort(reduced_.axis, reduced_.axis + reduced_.count,
                   [](const Axis& a, const Axis& b) { return a.step > b.step; });
  reduced_.merge();
  kept_.merge();  // the results are in row-major order, so that only the elements can keep dimensions apart
  if (reduced_.count == 0) reduced_.axis[reduced_.count++] = {1, 0};
  std::int64_t to = 1;
  for (int d = kept_.count - 1; d >= 0; --d) {
    kept_to_[d] = to;
    to *= kept_.axis[d].size;
  }
  int fastest = 0;
  for (int d = 1; d < kept_.count; ++d)
    if (kept_.axis[d].step <= kept_.axis[fastest].step) fastest = d;
  const Axis inner = reduced_.axis[reduced_.count - 1];
  columns_ = kept_.count > 0 && (inner.size == 1 || kept_.axis[fastest].step < inner.step);
  if (!columns_) return;
  column_ = kept_.axis[fastest];
  column_to_ = kept_to_[fastest];
  --kept_.count;
  for (int d = fastest; d < kept_.count; ++d) {
    kept_.axis[d] = kept_.axis[d + 1];
    kept_to_[d] = kept_to_[d + 1];
  }
}

ReductionLoop::ReductionLoop(const ReductionShape& shape)
    : column_(shape.column),
      column_to_(shape.column_to),
      columns_(shape.columns),
      results_(shape.results),
      group_(shape.group) {
  kept_.count = shape.kept_count;
  reduced_.count = shape.reduced_count;
  std::copy_n(shape.kept, shape.kept_count, kept_.axis);
  std::copy_n(shape.kept_to, shape.kept_count, kept_to_);
  std::copy_n(shape.reduced, shape.reduced_count, reduced_.axis);
}

ReductionShape ReductionLoop::shape() const {
  ReductionShape out;
  out.kept_count = kept_.count;
  out.reduced_count = reduced_.count;
  out.columns = columns_;
  out.column = column_;
  out.column_to = column_to_;
  out.results = results_;
  out.group = group_;
  std::copy_n(kept_.axis, kept_.count, out.kept);
  std::copy_n(kept_to_, kept_.count, out.kept_to);
  std::copy_n(reduced_.axis, reduced_.count, out.reduced);
  return out;
}

}  // namespace modecheck::engine::backends
