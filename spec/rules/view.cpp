#include "spec/rules/view.h"

#include <algorithm>

#include "spec/rules/promotion.h"

namespace modecheck::spec {
namespace {

ViewResult rejected(ErrorClass reason) {
  ViewResult out;
  out.reasons.add(reason);
  return out;
}

ViewResult with(const Geometry& self, const Sizes& sizes, const Sizes& strides, std::int64_t offset) {
  ViewResult out;
  if (sizes.rank > kMaxRank) {
    out.beyond_limits = Unspecified::TooManyDimensions;
    return out;
  }
  out.geometry = self;
  out.geometry.rank = static_cast<std::uint8_t>(sizes.rank);
  out.geometry.offset = static_cast<std::int32_t>(offset);
  out.geometry.sizes = {};
  out.geometry.strides = {};
  for (int i = 0; i < sizes.rank; ++i) {
    out.geometry.sizes[at(i)] = static_cast<std::int32_t>(sizes[i]);
    out.geometry.strides[at(i)] = static_cast<std::int32_t>(strides[i]);
  }
  return out;
}

Sizes strides_of(const Geometry& tensor) {
  Sizes out;
  out.rank = tensor.rank;
  for (int i = 0; i < tensor.rank; ++i) out[i] = tensor.strides[at(i)];
  return out;
}

}  // namespace

int wrapped_dim(std::int64_t dim, int rank) {
  const int dims = std::max(rank, 1);
  if (dim < -dims || dim >= dims) return -1;
  return static_cast<int>(dim < 0 ? dim + dims : dim);
}

Sizes sizes_of(const IntList& list) {
  Sizes out;
  for (std::int64_t value : list) out.push(value);
  return out;
}

Reasons infer_size(Sizes& sizes, std::int64_t numel) {
  Reasons reasons;
  int inferred = -1;
  std::int64_t known = 1;
  for (int i = 0; i < sizes.rank; ++i) {
    if (sizes[i] == -1) {
      if (inferred >= 0) {
        reasons.add(ErrorClass::Shape);
        return reasons;
      }
      inferred = i;
    } else if (sizes[i] < 0) {
      reasons.add(ErrorClass::Shape);
      return reasons;
    } else {
      known *= sizes[i];
    }
  }
  if (numel == known && inferred < 0) return reasons;
  // view and reshape: a size of -1 beside a size of 0 is ambiguous, so it is rejected.
  if (inferred < 0 || known == 0 || numel % known != 0) {
    reasons.add(ErrorClass::Shape);
    return reasons;
  }
  sizes[inferred] = numel / known;
  return reasons;
}

bool strides_for_view(const Geometry& tensor, const Sizes& sizes, Geometry& out) {
  Geometry result = tensor;
  set_contiguous(result, sizes);
  const std::int64_t numel = tensor.numel();
  if (numel == 0) {
    // view and reshape: a tensor without elements keeps its strides if the sizes are unchanged. Otherwise its strides
    // become row-major.
    if (sizes == sizes_of(tensor)) result.strides = tensor.strides;
    out = result;
    return true;
  }
  if (tensor.rank == 0) {
    for (int i = 0; i < sizes.rank; ++i) result.strides[at(i)] = 1;
    out = result;
    return true;
  }
  // Go through the dimensions from last to first. Match each run of dimensions that is contiguous in memory with
  // dimensions of the new sizes.
  int next = sizes.rank - 1;
  std::int64_t run_stride = tensor.strides[at(tensor.rank - 1)];
  std::int64_t run_numel = 1;
  std::int64_t placed = 1;
  for (int i = tensor.rank - 1; i >= 0; --i) {
    run_numel *= tensor.sizes[at(i)];
    const bool run_ends =
        i == 0 || (tensor.sizes[at(i - 1)] != 1 && tensor.strides[at(i - 1)] != run_numel * run_stride);
    if (!run_ends) continue;
    while (next >= 0 && (placed < run_numel || sizes[next] == 1)) {
      result.strides[at(next)] = static_cast<std::int32_t>(placed * run_stride);
      placed *= sizes[next];
      --next;
    }
    if (placed != run_numel) return false;
    if (i > 0) {
      run_stride = tensor.strides[at(i - 1)];
      run_numel = 1;
      placed = 1;
    }
  }
  if (next != -1) return false;
  out = result;
  return true;
}

ViewResult alias_of(const Geometry& self) {
  ViewResult out;
  out.geometry = self;
  return out;
}

ViewResult view_of(const Geometry& self, Sizes sizes) {
  ViewResult out;
  out.reasons = infer_size(sizes, self.numel());
  if (!out.reasons.none()) return out;
  if (sizes.rank > kMaxRank) {
    out.beyond_limits = Unspecified::TooManyDimensions;
    return out;
  }
  if (!strides_for_view(self, sizes, out.geometry)) out.reasons.add(ErrorClass::Strides);
  return out;
}

ViewResult transpose_of(const Geometry& self, std::int64_t dim0, std::int64_t dim1) {
  const int a = wrapped_dim(dim0, self.rank);
  const int b = wrapped_dim(dim1, self.rank);
  if (a < 0 || b < 0) return rejected(ErrorClass::Range);
  ViewResult out = alias_of(self);
  std::swap(out.geometry.sizes[at(a)], out.geometry.sizes[at(b)]);
  std::swap(out.geometry.strides[at(a)], out.geometry.strides[at(b)]);
  return out;
}

ViewResult permute_of(const Geometry& self, const IntList& dims) {
  if (dims.size != self.rank) return rejected(ErrorClass::Shape);
  ViewResult out = alias_of(self);
  std::array<bool, kMaxRank> seen{};
  for (int i = 0; i < dims.size; ++i) {
    const int dim = wrapped_dim(dims[i], self.rank);
    if (dim < 0 || seen[at(dim)]) return rejected(ErrorClass::Range);
    seen[at(dim)] = true;
    out.geometry.sizes[at(i)] = self.sizes[at(dim)];
    out.geometry.strides[at(i)] = self.strides[at(dim)];
  }
  return out;
}

ViewResult t_of(const Geometry& self) {
  if (self.rank > 2) return rejected(ErrorClass::Shape);
  return transpose_of(self, 0, self.rank < 2 ? 0 : 1);
}

ViewResult select_of(const Geometry& self, std::int64_t dim, std::int64_t index) {
  const int d = wrapped_dim(dim, self.rank);
  if (self.rank == 0 || d < 0) return rejected(ErrorClass::Range);
  const std::int64_t size = self.sizes[at(d)];
  if (index < -size || index >= size) return rejected(ErrorClass::Range);
  Sizes sizes = sizes_of(self);
  Sizes strides = strides_of(self);
  const std::int64_t offset = self.offset + (index < 0 ? index + size : index) * strides[d];
  sizes.erase(d);
  strides.erase(d);
  return with(self, sizes, strides, offset);
}

ViewResult slice_of(const Geometry& self, std::int64_t dim, std::optional<std::int64_t> start,
                    std::optional<std::int64_t> end, std::int64_t step) {
  const int d = wrapped_dim(dim, self.rank);
  if (self.rank == 0 || d < 0) return rejected(ErrorClass::Range);
  if (step <= 0) return rejected(ErrorClass::Range);
  const std::int64_t size = self.sizes[at(d)];
  std::int64_t first = start.value_or(0);
  std::int64_t last = end.value_or(size);
  if (first < 0) first += size;
  if (last < 0) last += size;
  first = std::clamp<std::int64_t>(first, 0, size);
  last = std::clamp<std::int64_t>(last, first, size);
  ViewResult out = alias_of(self);
  out.geometry.offset = static_cast<std::int32_t>(self.offset + first * self.strides[at(d)]);
  out.geometry.sizes[at(d)] = static_cast<std::int32_t>((last - first + step - 1) / step);
  out.geometry.strides[at(d)] = static_cast<std::int32_t>(self.strides[at(d)] * step);
  return out;
}

ViewResult expand_of(const Geometry& self, const Sizes& target) {
  if (target.rank < self.rank) return rejected(ErrorClass::Shape);
  Sizes sizes = target;
  Sizes strides;
  strides.rank = target.rank;
  for (int i = target.rank - 1; i >= 0; --i) {
    const int from = self.rank - (target.rank - i);
    std::int64_t size = from >= 0 ? self.sizes[at(from)] : 1;
    std::int64_t stride = from >= 0             ? self.strides[at(from)]
                          : self.rank == 0      ? 0
                          : i + 1 < target.rank ? sizes[i + 1] * strides[i + 1]
                                                : 1;
    std::int64_t wanted = target[i];
    if (wanted == -1) {
      if (from < 0) return rejected(ErrorClass::Shape);
      wanted = size;
    }
    if (size != wanted) {
      if (size != 1) return rejected(ErrorClass::Shape);
      size = wanted;
      stride = 0;
    }
    sizes[i] = size;
    strides[i] = stride;
  }
  return with(self, sizes, strides, self.offset);
}

ViewResult squeeze_of(const Geometry& self) {
  Sizes sizes;
  Sizes strides;
  for (int i = 0; i < self.rank; ++i) {
    if (self.sizes[at(i)] == 1) continue;
    sizes.push(self.sizes[at(i)]);
    strides.push(self.strides[at(i)]);
  }
  return with(self, sizes, strides, self.offset);
}

ViewResult squeeze_of(const Geometry& self, std::int64_t dim) {
  const int d = wrapped_dim(dim, self.rank);
  if (d < 0) return rejected(ErrorClass::Range);
  if (self.rank == 0 || self.sizes[at(d)] != 1) return alias_of(self);
  Sizes sizes = sizes_of(self);
  Sizes strides = strides_of(self);
  sizes.erase(d);
  strides.erase(d);
  return with(self, sizes, strides, self.offset);
}

ViewResult unsqueeze_of(const Geometry& self, std::int64_t dim) {
  const int d = wrapped_dim(dim, self.rank + 1);
  if (d < 0) return rejected(ErrorClass::Range);
  Sizes sizes = sizes_of(self);
  Sizes strides = strides_of(self);
  const std::int64_t stride = d >= self.rank ? 1 : sizes[d] * strides[d];
  sizes.insert(d, 1);
  strides.insert(d, stride);
  return with(self, sizes, strides, self.offset);
}

ViewResult diagonal_of(const Geometry& self, std::int64_t offset, std::int64_t dim1, std::int64_t dim2) {
  const int a = wrapped_dim(dim1, self.rank);
  const int b = wrapped_dim(dim2, self.rank);
  if (a < 0 || b < 0 || a == b) return rejected(ErrorClass::Range);
  Sizes sizes = sizes_of(self);
  Sizes strides = strides_of(self);
  const std::int64_t length = std::max<std::int64_t>(
      offset >= 0 ? std::min(sizes[a], sizes[b] - offset) : std::min(sizes[a] + offset, sizes[b]), 0);
  std::int64_t first = self.offset;
  if (length > 0) first += offset >= 0 ? offset * strides[b] : -offset * strides[a];
  const std::int64_t stride = strides[a] + strides[b];
  sizes.erase(std::max(a, b));
  sizes.erase(std::min(a, b));
  strides.erase(std::max(a, b));
  strides.erase(std::min(a, b));
  sizes.push(length);
  strides.push(stride);
  return with(self, sizes, strides, first);
}

ViewResult unfold_of(const Geometry& self, std::int64_t dimension, std::int64_t size, std::int64_t step) {
  const int d = wrapped_dim(dimension, self.rank);
  if (d < 0) return rejected(ErrorClass::Range);
  const std::int64_t length = self.rank == 0 ? 1 : self.sizes[at(d)];
  ViewResult out;
  out.reasons.add_if(size > length || step <= 0, ErrorClass::Range);
  // Tensor.unfold: `size` is the size of each window, and no tensor has a negative size.
  out.reasons.add_if(size < 0, ErrorClass::Shape);
  if (!out.reasons.none()) return out;
  Sizes sizes = sizes_of(self);
  Sizes strides = strides_of(self);
  const std::int64_t stride = self.rank == 0 ? 1 : strides[d];
  // unfold of a tensor without dimensions gives a single window, and adds no dimension for the windows.
  if (self.rank > 0) {
    sizes[d] = (length - size) / step + 1;
    strides[d] = stride * step;
  }
  sizes.push(size);
  strides.push(stride);
  return with(self, sizes, strides, self.offset);
}

ViewResult as_strided_of(const Geometry& self, const IntList& size, const IntList& stride,
                         std::optional<std::int64_t> offset, std::int64_t storage_bytes) {
  if (size.size != stride.size) return rejected(ErrorClass::Shape);
  for (std::int64_t length : size) {
    if (length >= 0) continue;
    ViewResult out = rejected(ErrorClass::Shape);
    out.reasons.add(ErrorClass::StorageSize);
    return out;
  }
  ViewResult out = with(self, sizes_of(size), sizes_of(stride), offset.value_or(self.offset));
  if (bytes_needed(out.geometry) > storage_bytes) return rejected(ErrorClass::StorageSize);
  out.beyond_argument = true;
  return out;
}

ViewResult view_dtype_of(const Geometry& self, DType dtype) {
  const int from = item_size(self.dtype);
  const int to = item_size(dtype);
  ViewResult out = alias_of(self);
  out.geometry.dtype = dtype;
  if (from == to) return out;
  if (self.rank == 0) return rejected(ErrorClass::Strides);
  const std::size_t last = at(self.rank - 1);
  if (self.strides[last] != 1) return rejected(ErrorClass::Strides);
  if (from > to) {
    const int ratio = from / to;
    out.geometry.offset *= ratio;
    out.geometry.sizes[last] *= ratio;
    for (int i = 0; i + 1 < self.rank; ++i) out.geometry.strides[at(i)] *= ratio;
    return out;
  }
  const int ratio = to / from;
  if (self.sizes[last] % ratio != 0 || self.offset % ratio != 0) return rejected(ErrorClass::Strides);
  for (int i = 0; i + 1 < self.rank; ++i)
    if (self.strides[at(i)] % ratio != 0) return rejected(ErrorClass::Strides);
  out.geometry.offset /= ratio;
  out.geometry.sizes[last] /= ratio;
  for (int i = 0; i + 1 < self.rank; ++i) out.geometry.strides[at(i)] /= ratio;
  return out;
}

ViewResult as_real_of(const Geometry& self) {
  if (!is_complex(self.dtype)) return rejected(ErrorClass::Dtype);
  ViewResult out = alias_of(self);
  if (self.rank == kMaxRank) {
    out.beyond_limits = Unspecified::TooManyDimensions;
    return out;
  }
  Geometry& pairs = out.geometry;
  pairs.dtype = part_of(self.dtype);
  pairs.offset *= 2;
  for (int d = 0; d < self.rank; ++d) pairs.strides[at(d)] *= 2;
  pairs.sizes[at(self.rank)] = 2;
  pairs.strides[at(self.rank)] = 1;
  ++pairs.rank;
  return out;
}

ViewResult as_complex_of(const Geometry& self) {
  ViewResult out = alias_of(self);
  const bool half = self.dtype == DType::Float16;
  out.reasons.add_if(!half && self.dtype != DType::Float32 && self.dtype != DType::Float64, ErrorClass::Dtype);
  out.reasons.add_if(self.rank == 0 || self.sizes[at(self.rank - 1)] != 2, ErrorClass::Shape);
  if (self.rank > 0) out.reasons.add_if(self.strides[at(self.rank - 1)] != 1, ErrorClass::Strides);
  // view_as_complex ignores the stride of a dimension of size one (PyTorch pull request 169780).
  for (int d = 0; d + 1 < self.rank; ++d)
    out.reasons.add_if(self.sizes[at(d)] != 1 && self.strides[at(d)] % 2 != 0, ErrorClass::Strides);
  out.reasons.add_if(self.offset % 2 != 0, ErrorClass::Strides);
  if (!out.reasons.none()) return out;
  // view_as_complex of float16: no program has half-precision complex numbers.
  if (half) out.beyond_limits = Unspecified::ComplexHalf;
  Geometry& numbers = out.geometry;
  numbers.dtype = complex_of(self.dtype);
  numbers.offset /= 2;
  --numbers.rank;
  numbers.sizes[at(numbers.rank)] = numbers.strides[at(numbers.rank)] = 0;
  for (int d = 0; d < numbers.rank; ++d) numbers.strides[at(d)] /= 2;
  return out;
}

Reasons check_narrow(const Geometry& self, std::int64_t dim, std::int64_t& start, std::int64_t length) {
  Reasons reasons;
  const int d = wrapped_dim(dim, self.rank);
  if (self.rank == 0 || length < 0 || d < 0) {
    reasons.add(ErrorClass::Range);
    return reasons;
  }
  const std::int64_t size = self.sizes[at(d)];
  if (start != size) {
    const std::int64_t dims = std::max<std::int64_t>(size, 1);
    if (start < -dims || start >= dims) {
      reasons.add(ErrorClass::Range);
      return reasons;
    }
    if (start < 0) start += dims;
  }
  reasons.add_if(start > size - length, ErrorClass::Range);
  return reasons;
}

namespace {

void add_piece(MultiViewResult& out, const Geometry& self, int dim, std::int64_t start, std::int64_t length) {
  if (out.count == MultiViewResult::capacity) {
    out.beyond_limits = Unspecified::TooManyPieces;
    return;
  }
  out.views[at(out.count)] = slice_of(self, dim, start, start + length, 1).geometry;
  ++out.count;
}

}  // namespace

MultiViewResult split_of(const Geometry& self, std::int64_t split_size, std::int64_t dim) {
  MultiViewResult out;
  const int d = wrapped_dim(dim, self.rank);
  if (self.rank == 0 || d < 0 || split_size < 0) {
    out.reasons.add(ErrorClass::Range);
    return out;
  }
  const std::int64_t size = self.sizes[at(d)];
  if (split_size == 0 && size != 0) {
    out.reasons.add(ErrorClass::Range);
    return out;
  }
  const std::int64_t pieces = split_size == 0 ? 1 : std::max<std::int64_t>((size + split_size - 1) / split_size, 1);
  for (std::int64_t i = 0; i < pieces; ++i)
    add_piece(out, self, d, i * split_size, std::min(split_size, size - i * split_size));
  return out;
}

MultiViewResult split_with_sizes_of(const Geometry& self, const IntList& split_sizes, std::int64_t dim) {
  MultiViewResult out;
  const int d = wrapped_dim(dim, self.rank);
  out.reasons.add_if(self.rank == 0 || d < 0, ErrorClass::Range);
  std::int64_t total = 0;
  for (const std::int64_t length : split_sizes) {
    out.reasons.add_if(length < 0, ErrorClass::Range);
    total += length;
  }
  if (self.rank > 0 && d >= 0) out.reasons.add_if(total != self.sizes[at(d)], ErrorClass::Shape);
  if (!out.reasons.none()) return out;
  std::int64_t start = 0;
  for (const std::int64_t length : split_sizes) {
    add_piece(out, self, d, start, length);
    start += length;
  }
  return out;
}

MultiViewResult chunk_of(const Geometry& self, std::int64_t chunks, std::int64_t dim) {
  MultiViewResult out;
  const int d = wrapped_dim(dim, self.rank);
  if (self.rank == 0 || chunks <= 0 || d < 0) {
    out.reasons.add(ErrorClass::Range);
    return out;
  }
  const std::int64_t size = self.sizes[at(d)];
  if (size != 0) return split_of(self, (size + chunks - 1) / chunks, dim);
  for (std::int64_t i = 0; i < chunks; ++i) add_piece(out, self, d, 0, 0);
  return out;
}

MultiViewResult unbind_of(const Geometry& self, std::int64_t dim) {
  MultiViewResult out;
  const int d = wrapped_dim(dim, self.rank);
  if (self.rank == 0 || d < 0) {
    out.reasons.add(ErrorClass::Range);
    return out;
  }
  for (std::int64_t i = 0; i < self.sizes[at(d)]; ++i) {
    if (out.count == MultiViewResult::capacity) {
      out.beyond_limits = Unspecified::TooManyPieces;
      return out;
    }
    out.views[at(out.count)] = select_of(self, d, i).geometry;
    ++out.count;
  }
  return out;
}

}  // namespace modecheck::spec
