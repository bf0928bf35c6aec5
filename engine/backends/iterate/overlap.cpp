#include "engine/backends/iterate/overlap.h"

#include "engine/backends/iterate/layout.h"

namespace modecheck::engine::backends {

bool overlaps_itself(DimSpan sizes, DimSpan strides) {
  if (is_non_overlapping_and_dense(sizes, strides)) return false;
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (strides[i] == 0 && sizes[i] > 1) return true;
  return false;
}

bool is_surely_injective(DimSpan sizes, DimSpan strides) {
  // Sort the dimensions by stride, the smallest first. No two elements share memory if each stride is greater than the
  // distance that all dimensions of smaller stride cover.
  int order[max_dims];
  int count = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] == 0) return true;
    if (sizes[i] == 1) continue;
    int place = count++;
    for (; place > 0 && strides[static_cast<std::size_t>(order[place - 1])] > strides[i]; --place)
      order[place] = order[place - 1];
    order[place] = static_cast<int>(i);
  }
  std::int64_t reach = 0;
  for (int i = 0; i < count; ++i) {
    const auto d = static_cast<std::size_t>(order[i]);
    if (strides[d] <= reach) return false;
    reach += strides[d] * (sizes[d] - 1);
  }
  return true;
}

Overlap overlap_between(const Region& a, const Region& b) {
  const std::int64_t numel_a = numel(a.sizes);
  const std::int64_t numel_b = numel(b.sizes);
  if (numel_a == 0 || numel_b == 0) return Overlap::None;
  if (!is_non_overlapping_and_dense(a.sizes, a.strides)) return Overlap::TooHard;
  if (!is_non_overlapping_and_dense(b.sizes, b.strides)) return Overlap::TooHard;
  if (a.storage != b.storage) return Overlap::None;
  const std::int64_t end_a = a.first_byte + numel_a * a.element_bytes;
  const std::int64_t end_b = b.first_byte + numel_b * b.element_bytes;
  if (a.first_byte == b.first_byte && end_a == end_b)
    return equal(a.strides, b.strides) ? Overlap::Full : Overlap::Partial;
  return a.first_byte < end_b && b.first_byte < end_a ? Overlap::Partial : Overlap::None;
}

Region region_of(const at::Tensor& tensor) {
  const auto bytes = static_cast<std::int64_t>(tensor.itemsize());
  return {tensor.sizes(), tensor.strides(), tensor.unsafeGetTensorImpl()->storage().get(),
          tensor.storage_offset() * bytes, bytes};
}

// Two tensors almost always have different storages, and then no overlap needs to be computed.
Overlap overlap_of(const at::Tensor& a, const at::Tensor& b) {
  if (!a.is_alias_of(b)) return Overlap::None;
  return overlap_between(region_of(a), region_of(b));
}

}  // namespace modecheck::engine::backends
