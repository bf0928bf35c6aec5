// Implements index, index_put_ and nonzero, which read and write the elements that index tensors select.
//
// `indices` has at most as many tensors as `self` has dimensions. An undefined or missing index selects the whole
// dimension. An int64 index holds positions, and negative positions count from the end. A bool index of k dimensions is
// a mask over the next k dimensions, and selects the positions where it is true. All indices broadcast to one shape.
// That shape replaces the indexed dimensions if these are adjacent. Otherwise the shape comes first.
#include "spec/operators/advanced_indexing.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/safe_output.h"
#include "engine/backends/cuda/launch/choosing.h"
#include "engine/backends/cuda/launch/moving.h"
#include "engine/backends/iterate/broadcast.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/plan.h"
#include "engine/backends/iterate/view_strides.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/errors/warning.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/tensor/size_of_data.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/internal_operators.h"
#include "engine/dispatch/ivalue.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/copy.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace backends {
namespace {

using Indices = c10::List<c10::optional<at::Tensor>>;

// Calls visit(offset, position) for every element of a tensor with these sizes and strides, in row-major order.
// `offset` is the element's distance from the first element, and `position` has its index in each dimension.
template <typename Visit>
void each_offset(DimSpan sizes, DimSpan strides, Visit&& visit) {
  if (numel(sizes) == 0) return;
  const int rank = static_cast<int>(sizes.size());
  std::vector<std::int64_t> position(sizes.size(), 0);
  std::int64_t offset = 0;
  while (true) {
    visit(offset, position);
    int d = rank - 1;
    for (; d >= 0; --d) {
      const auto at = static_cast<std::size_t>(d);
      offset += strides[at];
      if (++position[at] < sizes[at]) break;
      offset -= strides[at] * position[at];
      position[at] = 0;
    }
    if (d < 0) return;
  }
}

std::vector<std::int64_t> offsets_of(DimSpan sizes, DimSpan strides) {
  std::vector<std::int64_t> out;
  out.reserve(static_cast<std::size_t>(numel(sizes)));
  each_offset(sizes, strides, [&](std::int64_t offset, const auto& /*position*/) { out.push_back(offset); });
  return out;
}

bool is_mask(const at::Tensor& index) {
  return index.scalar_type() == c10::kBool || index.scalar_type() == c10::ScalarType::Byte;
}

// Returns the positions of the nonzero elements in row-major order: int64 [count, dimensions]. Each column is
// contiguous, so that it can serve as an index.
at::Tensor nonzero_elements(const at::Tensor& self) {
  check_rank("nonzero", self.sizes().size());
  if (const auto rows = size_of_data("nonzero", self))
    return empty_strided({*rows, self.dim()}, {1, *rows}, c10::kLong, self.device());
  if (self.in_cuda_memory()) return cuda::chosen_coordinates(self);
  std::vector<std::int64_t> places;
  std::int64_t count = 0;
  visit_dtype(self.scalar_type(), [&](auto type) {
    using T = decltype(type);
    const auto* const from = static_cast<const char*>(self.data_ptr());
    each_offset(self.sizes(), self.strides(), [&](std::int64_t offset, const auto& position) {
      if (load<T>(from + offset * static_cast<std::int64_t>(sizeof(Stored<T>))) == T(0)) return;
      places.insert(places.end(), position.begin(), position.end());
      ++count;
    });
  });
  const std::int64_t rank = self.dim();
  const std::int64_t sizes[] = {count, rank};
  const std::int64_t strides[] = {1, count};
  at::Tensor out = empty_strided(sizes, strides, c10::kLong, self.device());
  auto* const to = static_cast<std::int64_t*>(out.data_ptr());
  for (std::int64_t d = 0; d < rank; ++d)
    for (std::int64_t i = 0; i < count; ++i) to[d * count + i] = places[static_cast<std::size_t>(i * rank + d)];
  return out;
}

// Checks a mask of the dimensions of `self` from `first` on.
void check_mask(const char* name, const at::Tensor& self, const at::Tensor& mask, std::size_t first) {
  MODECHECK_CHECK(first + mask.sizes().size() <= self.sizes().size(), ErrorClass::Index, name,
                  ": too many indices for tensor of dimension ", self.dim());
  for (std::size_t d = 0; d < mask.sizes().size(); ++d)
    MODECHECK_CHECK(mask.sizes()[d] == self.sizes()[first + d], ErrorClass::Index, name, ": The shape of the mask ",
                    mask.sizes(), " at index ", d, " does not match the shape of the indexed tensor ", self.sizes(),
                    " at index ", first + d);
}

// Checks index tensors before the elements of any of them are looked at. An undefined one selects a whole dimension.
void check_indices(const char* name, const at::Tensor& self, const Indices& indices) {
  check_rank(name, self.sizes().size());
  MODECHECK_CHECK(indices.size() <= self.sizes().size(), ErrorClass::Index, name,
                  ": too many indices for tensor of dimension ", self.dim(), " (got ", indices.size(), ")");
  std::size_t dimension = 0;
  for (const c10::optional<at::Tensor>& one : indices) {
    if (!one.has_value() || !one->defined()) {
      ++dimension;
      continue;
    }
    const at::Tensor& index = *one;
    MODECHECK_CHECK(index.scalar_type() == c10::kLong || is_mask(index), ErrorClass::Index, name,
                    ": tensors used as indices must be long, byte or bool tensors, but got ", index.scalar_type());
    MODECHECK_CHECK(index.device().type() == self.device().type(), ErrorClass::DeviceMismatch, name,
                    ": indices should be on the same device as the indexed tensor (", self.device(), "), but are on ",
                    index.device());
    check_rank(name, index.sizes().size());
    if (index.scalar_type() == c10::kByte)
      c10::Warning::warn({name, __FILE__, __LINE__},
                         std::string(name) +
                             ": indexing with dtype torch.uint8 is now deprecated, please use a dtype "
                             "torch.bool instead.",
                         false);
    if (is_mask(index)) check_mask(name, self, index, dimension);
    dimension += is_mask(index) ? index.sizes().size() : 1;
  }
  MODECHECK_CHECK(dimension <= self.sizes().size(), ErrorClass::Index, name,
                  ": too many indices for tensor of dimension ", self.dim(), " (got ", dimension, ")");
}

// Converts a bool mask to index tensors, and appends them to `out`: one tensor of positions for each dimension of the
// mask.
void add_mask(const at::Tensor& mask, std::vector<at::Tensor>& out) {
  const at::Tensor places = nonzero_elements(mask);
  const std::int64_t count = places.sizes()[0];
  for (std::int64_t d = 0; d < mask.dim(); ++d)
    out.push_back(make_alias(places, c10::IntArrayRef(count), c10::IntArrayRef(places.strides()[0]),
                             places.storage_offset() + d * places.strides()[1]));
}

// The checked arguments of an access by index tensors. `before_...` and `after_...` describe the dimensions of `self`
// before and after the indexed dimensions.
struct Access {
  // one index tensor per dimension of `self`, undefined where the whole dimension is selected
  std::vector<at::Tensor> indices;
  Dims index_shape;
  Dims before_sizes, before_strides, after_sizes, after_strides;
  Dims result;
  bool any = false;
};

Access prepare(const char* name, const at::Tensor& self, const Indices& indices) {
  check_indices(name, self, indices);
  Access access;
  for (const c10::optional<at::Tensor>& one : indices) {
    if (!one.has_value() || !one->defined())
      access.indices.emplace_back();
    else if (is_mask(*one))
      add_mask(*one, access.indices);
    else
      access.indices.push_back(*one);
  }
  access.indices.resize(self.sizes().size());

  BroadcastMismatch mismatch;
  bool& any = access.any;
  for (const at::Tensor& index : access.indices) {
    if (!index.defined()) continue;
    MODECHECK_CHECK(broadcast_into(access.index_shape, index.sizes(), mismatch), ErrorClass::Index, name,
                    ": shape mismatch: indexing tensors could not be broadcast together: sizes ", mismatch.size_a,
                    " and ", mismatch.size_b, " at dimension ", mismatch.dimension);
    any = true;
  }
  for (std::size_t d = 0; d < access.indices.size(); ++d)
    MODECHECK_CHECK(!access.indices[d].defined() || self.sizes()[d] > 0 || numel(access.index_shape) == 0,
                    ErrorClass::Index, name, ": index is out of bounds for dimension with size 0: dimension ", d,
                    " of ", self.sizes());
  // The indexed dimensions are adjacent if no dimension that is selected as a whole lies between two of them.
  int changes = 0;
  for (std::size_t d = 0; d < access.indices.size(); ++d)
    changes += access.indices[d].defined() && (d == 0 || !access.indices[d - 1].defined()) ? 1 : 0;
  bool seen = !any || changes > 1;
  for (std::size_t d = 0; d < access.indices.size(); ++d) {
    if (access.indices[d].defined()) {
      seen = true;
      continue;
    }
    (seen ? access.after_sizes : access.before_sizes).push_back(self.sizes()[d]);
    (seen ? access.after_strides : access.before_strides).push_back(self.strides()[d]);
  }
  for (const std::int64_t size : access.before_sizes) access.result.push_back(size);
  if (any)
    for (const std::int64_t size : access.index_shape) access.result.push_back(size);
  for (const std::int64_t size : access.after_sizes) access.result.push_back(size);
  check_rank(name, static_cast<std::size_t>(access.result.size()));
  return access;
}

// Computes the strides of the result of `index` in the way of libtorch's TensorIterator. The iterator sees `self` with
// stride zero along the indexed dimensions, and the index tensors with stride zero along all other dimensions.
Dims strides_of(const Access& access) {
  const int before = static_cast<int>(access.before_sizes.size());
  const int places = static_cast<int>(access.index_shape.size());
  const int rank = static_cast<int>(access.result.size());
  std::vector<Dims> sizes(1 + access.indices.size(), Dims(access.result));
  std::vector<Dims> strides(1 + access.indices.size(), Dims(access.result));
  Plan plan;
  plan.add_fresh_output();
  std::size_t seen = 0;
  for (int i = 0; i < rank; ++i) {
    const bool place = access.any && i >= before && i < before + places;
    strides[seen][i] = place        ? 0
                       : i < before ? access.before_strides[i]
                                    : access.after_strides[i - before - (access.any ? places : 0)];
  }
  plan.add_input(sizes[seen], strides[seen]);
  for (const at::Tensor& index : access.indices) {
    if (!index.defined()) continue;
    Dims along;
    expanded_strides(index.sizes(), index.strides(), access.index_shape, along);
    ++seen;
    // libtorch adds dimensions of size one to each index tensor by `view`. The strides of these dimensions affect the
    // order in which the iterator sorts the dimensions, so this code computes them as `view` does.
    for (int i = 0; i < rank; ++i)
      if (i < before || i >= before + places) sizes[seen][i] = 1;
    view_strides(access.index_shape, along, sizes[seen], strides[seen]);
    plan.add_input(sizes[seen], strides[seen]);
  }
  BroadcastMismatch mismatch;
  plan.broadcast(mismatch);
  plan.order_dimensions();
  Dims out;
  plan.fresh_strides(out);
  return out;
}

// Returns one offset for each element of the broadcast index tensors. The offset is the distance from the first element
// of `self` to the selected element, counted along the indexed dimensions only. Raises if an index is out of range.
std::vector<std::int64_t> places_of(const char* name, const at::Tensor& self, const Access& access) {
  std::vector<std::int64_t> out(static_cast<std::size_t>(numel(access.index_shape)), 0);
  for (std::size_t d = 0; d < access.indices.size(); ++d) {
    const at::Tensor& index = access.indices[d];
    if (!index.defined()) continue;
    const std::int64_t size = self.sizes()[d];
    Dims strides;
    expanded_strides(index.sizes(), index.strides(), access.index_shape, strides);
    const auto* const from = static_cast<const std::int64_t*>(index.data_ptr());
    std::size_t i = 0;
    each_offset(access.index_shape, strides, [&](std::int64_t offset, const auto& /*position*/) {
      const std::int64_t place = from[offset];
      MODECHECK_CHECK(place >= -size && place < size, ErrorClass::Index, name, ": index ", place,
                      " is out of bounds for dimension ", d, " with size ", size);
      out[i++] += (place < 0 ? place + size : place) * self.strides()[d];
    });
  }
  return out;
}

// Raises if an index is out of range. If the indices are on the CUDA device, this synchronises with the stream.
void check_places(const char* name, const at::Tensor& self, const Access& access) {
  if (!self.in_cuda_memory()) return static_cast<void>(places_of(name, self, access));
  for (std::size_t d = 0; d < access.indices.size(); ++d) {
    if (!access.indices[d].defined()) continue;
    const std::int64_t size = self.sizes()[d];
    if (!cuda::doubtful_indices(access.indices[d], -size, size).defined()) continue;
    Access host = access;
    for (at::Tensor& index : host.indices)
      if (index.defined()) index = on_host(index);
    static_cast<void>(places_of(name, self, host));
  }
}

cuda::IndexedElements on_device(const at::Tensor& self, const Access& access) {
  cuda::IndexedElements out;
  out.places = cuda::places_of_indices(self, access.indices, access.index_shape);
  out.sizes = access.result;
  out.before = access.before_sizes.size();
  out.indexed = access.any ? access.index_shape.size() : 0;
  out.before_strides = access.before_strides;
  out.after_strides = access.after_strides;
  return out;
}

// Visits every element that the indices select, in the row-major order of the result.
template <typename Visit>
void each_indexed(const char* name, const at::Tensor& self, const Access& access, Visit&& visit) {
  const std::vector<std::int64_t> places = places_of(name, self, access);
  const std::vector<std::int64_t> before = offsets_of(access.before_sizes, access.before_strides);
  const std::vector<std::int64_t> after = offsets_of(access.after_sizes, access.after_strides);
  const auto itemsize = static_cast<std::int64_t>(self.itemsize());
  auto* const data = static_cast<char*>(self.data_ptr());
  std::size_t i = 0;
  for (const std::int64_t outer : before)
    for (const std::int64_t place : places)
      for (const std::int64_t inner : after) visit(i++, data + (outer + place + inner) * itemsize);
}

// Writes `values` to the indexed elements, in the row-major order of the indices. `values` broadcasts to the shape of
// the indexed elements.
void write_places(const char* name, const at::Tensor& self, const Access& access, const at::Tensor& values,
                  bool accumulate) {
  if (self.in_cuda_memory()) {
    if (may_overlap_itself(self)) {
      // If elements of `self` share memory, the result depends on the order of the writes. The host then writes in
      // row-major order.
      const at::Tensor host = on_host(self);
      Access there = access;
      for (at::Tensor& index : there.indices)
        if (index.defined()) index = on_host(index);
      write_places(name, host, there, on_host(values), accumulate);
      return give_back(self, host);
    }
    return cuda::write_indexed(self, dense(Kernel<operators::expand>::call(values, access.result, false)),
                               on_device(self, access), accumulate);
  }
  Dims strides;
  expanded_strides(values.sizes(), values.strides(), access.result, strides);
  const std::vector<std::int64_t> sources = offsets_of(access.result, strides);
  visit_dtype(self.scalar_type(), [&](auto type) {
    using T = decltype(type);
    const auto* const from = static_cast<const char*>(values.data_ptr());
    each_indexed(name, self, access, [&](std::size_t i, char* to) {
      const T value = load<T>(from + sources[i] * static_cast<std::int64_t>(sizeof(Stored<T>)));
      store<T>(to, accumulate ? wrapping_add(load<T>(to), value) : value);
    });
  });
}

// Returns true if `values` is one number and the only index is a mask. As in `masked_fill_`, the number may then have
// any dtype.
bool fills_by_mask(const Indices& indices, const at::Tensor& values) {
  int given = 0;
  bool only_masks = true;
  for (const c10::optional<at::Tensor>& index : indices) {
    if (!index.has_value() || !index->defined()) continue;
    ++given;
    only_masks = only_masks && is_mask(*index);
  }
  return given == 1 && only_masks && values.numel() == 1;
}

// Converts a tensor of one element to the dtype `type`. The result has the same sizes.
at::Tensor converted(const char* name, const at::Tensor& number, c10::ScalarType type) {
  const at::Tensor out = empty(number.sizes(), type, number.device());
  if (!has_bytes(out)) return out;
  const c10::Scalar value = number.item();
  check_number_fits(name, value, type);
  fill_elements(out, value);
  return out;
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

// The result of `index` has its own storage. A mask cannot be used on Meta, where the number of true elements is
// unknown.
template <>
at::Tensor Kernel<operators::index_Tensor>::call(const at::Tensor& self, const Indices& indices) {
  const Access access = prepare("index", self, indices);
  at::Tensor out = empty_strided(access.result, strides_of(access), self.scalar_type(), self.device());
  if (!has_bytes(out) || out.numel() == 0) return out;
  if (out.in_cuda_memory()) {
    check_places("index", self, access);
    cuda::read_indexed(out, self, on_device(self, access));
    return out;
  }
  const std::size_t itemsize = self.itemsize();
  auto* const to = static_cast<char*>(out.data_ptr());
  const std::vector<std::int64_t> targets = offsets_of(out.sizes(), out.strides());
  each_indexed("index", self, access, [&](std::size_t i, const char* from) {
    std::memcpy(to + targets[i] * static_cast<std::int64_t>(itemsize), from, itemsize);
  });
  return out;
}

// index_put_: `given` broadcasts to the indexed elements. It must have the dtype of `self` unless a single mask selects
// the elements. Elements are written in the row-major order of the indices.
template <>
void Kernel<operators::index_put_>::call(const at::Tensor& self, const Indices& indices, const at::Tensor& given,
                                         bool accumulate) {
  constexpr const char* name = "index_put_";
  const bool same = self.scalar_type() == given.scalar_type();
  MODECHECK_CHECK(same || (!accumulate && fills_by_mask(indices, given)), ErrorClass::Dtype, name,
                  ": Index put requires the source and destination dtypes match, got ", self.scalar_type(),
                  " for the destination and ", given.scalar_type(), " for the source.");
  check_same_device(name, self, given);
  check_no_internal_overlap(name, self);
  check_no_overlap(name, self, given);
  const at::Tensor values = same ? given : converted(name, given, self.scalar_type());
  for (const c10::optional<at::Tensor>& index : indices)
    if (index.has_value() && index->defined()) check_no_overlap(name, self, *index);
  const Access access = prepare(name, self, indices);
  MODECHECK_CHECK(broadcasts_to(values.sizes(), access.result), ErrorClass::Shape, name,
                  ": shape mismatch: value tensor of shape ", values.sizes(),
                  " cannot be broadcast to indexing result of shape ", c10::IntArrayRef(access.result));
  if (!has_bytes(self) || numel(access.result) == 0) return;
  // Check every index before the first write, so that an error leaves `self` unchanged (rule E1).
  check_places(name, self, access);
  write_places(name, self, access, values, accumulate);
}

template <>
at::Tensor Kernel<operators::index_put>::call(const at::Tensor& self, const Indices& indices, const at::Tensor& values,
                                              bool accumulate) {
  const at::Tensor out = Kernel<operators::clone>::call(self, c10::MemoryFormat::Preserve);
  Kernel<operators::index_put_>::call(out, indices, values, accumulate);
  return out;
}

template <>
at::Tensor Kernel<operators::nonzero>::call(const at::Tensor& self) {
  return nonzero_elements(self);
}

}  // namespace modecheck::engine
