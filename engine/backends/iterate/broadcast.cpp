#include "engine/backends/iterate/broadcast.h"

namespace modecheck::engine::backends {

bool broadcast_into(Dims& shape, DimSpan other, BroadcastMismatch& mismatch) {
  const int dims_a = shape.size();
  const int dims_b = static_cast<int>(other.size());
  const int dims = dims_a > dims_b ? dims_a : dims_b;
  // Compare sizes from the last dimension on, so that the error names the innermost dimension that does not broadcast.
  for (int i = dims - 1; i >= 0; --i) {
    const int index_a = i - (dims - dims_a);
    const int index_b = i - (dims - dims_b);
    const std::int64_t a = index_a >= 0 ? shape[index_a] : 1;
    const std::int64_t b = index_b >= 0 ? other[static_cast<std::size_t>(index_b)] : 1;
    if (a != b && a != 1 && b != 1) {
      mismatch = {a, b, i};
      return false;
    }
  }
  while (shape.size() < dims) shape.insert(0, 1);
  for (int i = 0; i < dims_b; ++i) {
    std::int64_t& size = shape[dims - dims_b + i];
    if (size == 1) size = other[static_cast<std::size_t>(i)];
  }
  return true;
}

bool broadcasts_to(DimSpan sizes, DimSpan shape) {
  if (sizes.size() > shape.size()) return false;
  const std::size_t offset = shape.size() - sizes.size();
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] != 1 && sizes[i] != shape[offset + i]) return false;
  return true;
}

void expanded_strides(DimSpan sizes, DimSpan strides, DimSpan shape, Dims& out) {
  const std::size_t offset = shape.size() - sizes.size();
  out.assign(static_cast<int>(shape.size()), 0);
  for (std::size_t i = 0; i < sizes.size(); ++i)
    out[static_cast<int>(offset + i)] = sizes[i] == 1 && shape[offset + i] != 1 ? 0 : strides[i];
}

}  // namespace modecheck::engine::backends
