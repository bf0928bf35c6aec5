#include "engine/backends/iterate/view_strides.h"

#include "engine/backends/iterate/layout.h"

namespace modecheck::engine::backends {

InferredSizes infer_sizes(DimSpan shape, std::int64_t elements, Dims& out, std::int64_t& culprit) {
  int unknown = -1;
  std::int64_t known = 1;
  bool overflow = false;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == -1) {
      if (unknown >= 0) return InferredSizes::TwoUnknown;
      unknown = static_cast<int>(i);
    } else if (shape[i] >= 0) {
      overflow = __builtin_mul_overflow(known, shape[i], &known) || overflow;
    } else {
      culprit = shape[i];
      return InferredSizes::Negative;
    }
  }
  const bool fits = !overflow && (elements == known || (unknown >= 0 && known > 0 && elements % known == 0));
  if (!fits) return InferredSizes::Invalid;
  out.assign(shape);
  if (unknown >= 0) {
    if (known == 0) return InferredSizes::Ambiguous;
    out[unknown] = elements / known;
  }
  return InferredSizes::Ok;
}

bool view_strides(DimSpan sizes, DimSpan strides, DimSpan new_sizes, Dims& out) {
  const int new_rank = static_cast<int>(new_sizes.size());
  const int old_rank = static_cast<int>(sizes.size());
  const std::int64_t elements = numel(sizes);
  if (elements == 0) {
    if (equal(sizes, new_sizes)) {
      out.assign(strides);
    } else {
      contiguous_strides(new_sizes, out);
    }
    return true;
  }
  out.assign(new_rank, 1);
  if (old_rank == 0) return true;
  // Walk the old and the new shape from the last dimension to the first. A `chunk` is a run of old dimensions that are
  // adjacent in memory. New dimensions must fill each chunk exactly.
  int next_new = new_rank - 1;
  std::int64_t chunk_stride = strides.back();
  std::int64_t chunk_elements = 1;
  std::int64_t placed = 1;
  for (int d = old_rank - 1; d >= 0; --d) {
    chunk_elements *= sizes[static_cast<std::size_t>(d)];
    const bool chunk_ends = d == 0 || (sizes[static_cast<std::size_t>(d - 1)] != 1 &&
                                       strides[static_cast<std::size_t>(d - 1)] != chunk_elements * chunk_stride);
    if (!chunk_ends) continue;
    while (next_new >= 0 && (placed < chunk_elements || new_sizes[static_cast<std::size_t>(next_new)] == 1)) {
      out[next_new] = placed * chunk_stride;
      placed *= new_sizes[static_cast<std::size_t>(next_new)];
      --next_new;
    }
    if (placed != chunk_elements) return false;
    if (d > 0) {
      chunk_stride = strides[static_cast<std::size_t>(d - 1)];
      chunk_elements = 1;
      placed = 1;
    }
  }
  return next_new == -1;
}

DtypeView dtype_view(DimSpan sizes, DimSpan strides, std::int64_t offset, int old_bytes, int new_bytes, Dims& new_sizes,
                     Dims& new_strides, std::int64_t& new_offset, int& culprit) {
  new_sizes.assign(sizes);
  new_strides.assign(strides);
  new_offset = offset;
  if (old_bytes == new_bytes) return DtypeView::Ok;
  const int rank = static_cast<int>(sizes.size());
  if (rank == 0) return DtypeView::ScalarToSmaller;
  if (strides.back() != 1) return DtypeView::LastStrideNotOne;
  if (old_bytes > new_bytes) {
    const std::int64_t ratio = old_bytes / new_bytes;
    new_sizes.back() *= ratio;
    for (int d = 0; d < rank - 1; ++d) new_strides[d] *= ratio;
    new_strides.back() = 1;
    new_offset = offset * ratio;
    return DtypeView::Ok;
  }
  const std::int64_t ratio = new_bytes / old_bytes;
  if (sizes.back() % ratio != 0) return DtypeView::SizeNotDivisible;
  if (offset % ratio != 0) return DtypeView::OffsetNotDivisible;
  for (int d = 0; d < rank - 1; ++d) {
    if (strides[static_cast<std::size_t>(d)] % ratio != 0) {
      culprit = d;
      return DtypeView::StrideNotDivisible;
    }
    new_strides[d] /= ratio;
  }
  new_strides.back() = 1;
  new_sizes.back() /= ratio;
  new_offset = offset / ratio;
  return DtypeView::Ok;
}

}  // namespace modecheck::engine::backends
