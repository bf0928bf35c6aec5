// Implements the kernels of index_select, gather, masked_fill and masked_scatter.
#include <cstring>

#include "engine/backends/cpu/indexing/moving_slice.h"
#include "engine/backends/cpu/indexing/scattering.h"
#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/resize.h"
#include "engine/backends/cpu/memory/safe_output.h"
#include "engine/backends/cuda/launch/choosing.h"
#include "engine/backends/cuda/launch/moving.h"
#include "engine/backends/iterate/broadcast.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/geometry.h"
#include "engine/backends/iterate/loop.h"
#include "engine/backends/iterate/plan.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/internal_operators.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/joining.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace backends {
namespace {

std::int64_t index_at(const at::Tensor& index, std::int64_t element_offset) {
  if (index.scalar_type() == c10::kInt) return static_cast<const std::int32_t*>(index.data_ptr())[element_offset];
  return static_cast<const std::int64_t*>(index.data_ptr())[element_offset];
}

// --- The kernel of index_select.

struct IndexSelect {
  int dimension = 0;
  std::int64_t count = 0;
  Dims sizes;
};

IndexSelect checked_index_select(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                                 const at::Tensor* out) {
  constexpr const char* name = "index_select";
  check_rank(name, self.sizes().size());
  IndexSelect call;
  call.dimension = static_cast<int>(wrap_dimension(name, dim, self.dim()));
  call.count = index.numel();
  MODECHECK_CHECK(index.dim() <= 1, ErrorClass::Shape, name, ": Index is supposed to be a vector, but its sizes are ",
                  index.sizes());
  MODECHECK_CHECK(self.dim() > 0 || call.count == 1, ErrorClass::Shape, name,
                  ": a tensor without dimensions takes exactly one index, but got ", call.count);
  MODECHECK_CHECK(index.scalar_type() == c10::kLong || index.scalar_type() == c10::kInt, ErrorClass::Dtype, name,
                  ": Expected dtype int32 or int64 for index, but got ", index.scalar_type());
  check_same_device(name, self, index);
  if (out != nullptr) {
    MODECHECK_CHECK(out->scalar_type() == self.scalar_type(), ErrorClass::Dtype, name,
                    ": self and result must have the same scalar type, but are ", self.scalar_type(), " and ",
                    out->scalar_type());
    check_same_device(name, self, *out);
    check_rank(name, out->sizes().size());
    check_no_internal_overlap(name, *out);
    check_no_overlap(name, *out, self);
    check_no_overlap(name, *out, index);
  }
  const std::int64_t size = self.dim() > 0 ? self.sizes()[static_cast<std::size_t>(call.dimension)] : 1;
  if (const at::Tensor doubtful = cuda::doubtful_indices(index, 0, size); doubtful.defined()) {
    const std::int64_t stride = index.dim() > 0 ? index.strides()[0] : 0;
    for (std::int64_t i = 0; i < call.count; ++i) {
      const std::int64_t at = index_at(doubtful, i * stride);
      MODECHECK_CHECK(at >= 0 && at < size, ErrorClass::Index, name, ": index ", at,
                      " out of range in self: dimension ", call.dimension, " has size ", size);
    }
  }
  call.sizes.assign(self.sizes());
  if (self.dim() > 0) call.sizes[call.dimension] = call.count;
  return call;
}

void write_index_select(const IndexSelect& call, const at::Tensor& self, const at::Tensor& index,
                        const at::Tensor& out) {
  if (self.dim() == 0) return copy_elements(out, self);
  if (out.in_cuda_memory()) return cuda::gather_slices(out, self, call.dimension, read_as(index, c10::kLong));
  const std::int64_t stride = index.dim() > 0 ? index.strides()[0] : 0;
  if (call.count == 0) return;
  MovingSlice from(self, call.dimension);
  MovingSlice to(out, call.dimension);
  for (std::int64_t i = 0; i < call.count; ++i) copy_elements(to.at(i), from.at(index_at(index, i * stride)));
}

// --- The kernel of masked_fill.

void check_masked_fill(const char* name, const at::Tensor& self, const at::Tensor& mask, const c10::Scalar& value) {
  check_rank(name, self.sizes().size());
  check_rank(name, mask.sizes().size());
  MODECHECK_CHECK(mask.scalar_type() == c10::kBool, ErrorClass::Dtype, name,
                  ": only supports boolean masks, but got a mask of dtype ", mask.scalar_type());
  check_same_device(name, self, mask);
  check_number_fits(name, value, self.scalar_type());
}

// Returns the number in the 0-dim tensor `value` of masked_fill. On Meta, where there is no number, returns zero.
c10::Scalar only_number(const char* name, const at::Tensor& value) {
  MODECHECK_CHECK(value.dim() == 0, ErrorClass::Shape, name,
                  ": only supports a 0-dimensional value tensor, but got one of ", value.dim(), " dimensions");
  return has_bytes(value) ? value.item() : c10::Scalar(0);
}

// Writes `value` to the elements of `self` where `mask` is true. `mask` broadcasts to `self`.
void write_masked_fill(const at::Tensor& self, const at::Tensor& mask, const c10::Scalar& value) {
  if (self.in_cuda_memory()) return cuda::fill_masked(self, mask, value);
  Plan plan;
  plan.add_output(self.sizes(), self.strides());
  plan.add_input(mask.sizes(), mask.strides());
  plan.order_for(self.sizes());
  Loop loop(plan);
  loop.bind(self.data_ptr(), self.sizes(), self.strides(), static_cast<int>(self.itemsize()));
  loop.bind(mask.data_ptr(), mask.sizes(), mask.strides(), 1);
  visit_dtype(self.scalar_type(), [&](auto type) {
    using T = decltype(type);
    const T element = value.to<T>();
    loop.run([element](char* const* at, const std::int64_t* step, std::int64_t n) {
      for (std::int64_t i = 0; i < n; ++i)
        if (load<bool>(at[1] + i * step[1])) store<T>(at[0] + i * step[0], element);
    });
  });
}

// --- The kernel of masked_scatter.

// The mask of masked_scatter, expanded and contiguous, and its number of true elements. If the mask is on the CUDA
// device, `places` holds the row-major indices of the true elements.
struct Chosen {
  at::Tensor mask;
  std::int64_t count = 0;
  at::Tensor places;

  bool at(std::int64_t i) const { return static_cast<const std::uint8_t*>(mask.data_ptr())[i] != 0; }
};

// Expands the mask and counts its true elements. A uint8 mask of zeros and ones is accepted, too, because PyTorch had
// such masks before it had bool.
Chosen chosen_by(const char* name, const at::Tensor& mask, c10::IntArrayRef sizes) {
  Chosen out;
  out.mask = mask;
  if (!has_bytes(mask)) return out;
  out.mask = dense(Kernel<operators::expand>::call(mask, sizes, false));
  if (mask.in_cuda_memory()) {
    if (mask.scalar_type() == c10::kByte && cuda::has_other_bytes(out.mask))
      // on the host, chosen_by raises an error that names the invalid value
      return chosen_by(name, on_host(mask), sizes);
    out.places = cuda::chosen_places(out.mask);
    out.count = out.places.numel();
    return out;
  }
  const auto* const values = static_cast<const std::uint8_t*>(out.mask.data_ptr());
  for (std::int64_t i = 0; i < out.mask.numel(); ++i) {
    MODECHECK_CHECK(mask.scalar_type() == c10::kBool || values[i] <= 1, ErrorClass::Dtype, name,
                    ": Mask tensor can take 0 and 1 values only, but has ", static_cast<int>(values[i]));
    out.count += values[i] != 0;
  }
  return out;
}

void check_masked_scatter(const char* name, const at::Tensor& self, const at::Tensor& mask, const at::Tensor& source) {
  for (const at::Tensor* tensor : {&self, &mask, &source}) check_rank(name, tensor->sizes().size());
  MODECHECK_CHECK(self.scalar_type() == source.scalar_type(), ErrorClass::Dtype, name,
                  ": expected self and source to have same dtypes but got ", self.scalar_type(), " and ",
                  source.scalar_type());
  MODECHECK_CHECK(mask.scalar_type() == c10::kBool || mask.scalar_type() == c10::kByte, ErrorClass::Dtype, name,
                  ": only supports boolean masks, but got a mask of dtype ", mask.scalar_type());
  check_same_device(name, self, mask);
  check_same_device(name, self, source);
}

void check_enough(const char* name, const Chosen& chosen, const at::Tensor& source) {
  MODECHECK_CHECK(chosen.count <= source.numel(), ErrorClass::Shape, name,
                  ": Number of elements of source < number of "
                  "ones in mask: ",
                  source.numel(), " < ", chosen.count);
}

// masked_scatter: writes the elements of `source`, in order, to the elements of `out` that the mask chooses. `out` is
// contiguous and shares no memory with the inputs.
void write_masked_scatter(const at::Tensor& out, const Chosen& chosen, const at::Tensor& source) {
  const at::Tensor values = dense(source);
  if (out.in_cuda_memory()) {
    if (chosen.count != 0) cuda::put_elements(out, values, chosen.places);
    return;
  }
  const auto size = static_cast<std::size_t>(out.itemsize());
  char* to = static_cast<char*>(out.data_ptr());
  const char* from = static_cast<const char*>(values.data_ptr());
  for (std::int64_t i = 0; i < out.numel(); ++i, to += size) {
    if (!chosen.at(i)) continue;
    std::memcpy(to, from, size);
    from += size;
  }
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::index_select>::call(const at::Tensor& self, std::int64_t dim, const at::Tensor& index) {
  const IndexSelect call = checked_index_select(self, dim, index, nullptr);
  at::Tensor out = empty(call.sizes, self.scalar_type(), self.device());
  if (has_bytes(out)) write_index_select(call, self, index, out);
  return out;
}

template <>
void Kernel<operators::index_select_out>::call(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                                               const at::Tensor& out) {
  const IndexSelect call = checked_index_select(self, dim, index, &out);
  resize_output("index_select", out, call.sizes);
  if (!has_bytes(out)) return;
  SafeOutput safe(out, out.is_alias_of(self) || out.is_alias_of(index) || may_overlap_itself(out));
  write_index_select(call, self, index, safe.target());
  safe.finish();
}

// gather: out[i][j] = self[index[i][j]][j] if dim is 0. The result has the sizes of the index.
template <>
at::Tensor Kernel<operators::gather>::call(const at::Tensor& self, std::int64_t dim, const at::Tensor& index,
                                           bool /*sparse_grad*/) {
  check_rank("gather", self.sizes().size());
  check_rank("gather", index.sizes().size());
  const std::int64_t dimension = wrap_dimension("gather", dim, self.dim());
  check_same_device("gather", self, index);
  // gather: a 0-dim tensor counts as a vector of one element. An index tensor without elements may have any sizes.
  const bool scalars = self.dim() == 0 || index.dim() == 0;
  const std::int64_t rank_self = self.dim() > 0 ? self.dim() : 1;
  const std::int64_t rank_index = index.dim() > 0 ? index.dim() : 1;
  if (index.numel() != 0) {
    MODECHECK_CHECK(index.scalar_type() == c10::kLong, ErrorClass::Dtype,
                    "gather: Expected dtype int64 for index, but got ", index.scalar_type());
    MODECHECK_CHECK(rank_self == rank_index, ErrorClass::Shape,
                    "gather: Index tensor must have the same number of "
                    "dimensions as input tensor, but they have ",
                    index.dim(), " and ", self.dim());
    if (!scalars)
      for (std::size_t d = 0; d < index.sizes().size(); ++d)
        MODECHECK_CHECK(static_cast<std::int64_t>(d) == dimension || index.sizes()[d] <= self.sizes()[d],
                        ErrorClass::Shape, "gather: Size does not match at dimension ", d, " expected index ",
                        index.sizes(), " to be smaller than self ", self.sizes(), " apart from dimension ", dimension);
  }
  const std::int64_t size = self.dim() > 0 ? self.sizes()[static_cast<std::size_t>(dimension)] : 1;
  const std::int64_t stride = self.dim() > 0 ? self.strides()[static_cast<std::size_t>(dimension)] : 0;

  // Calls visit(i, index, base) for each element i of the index tensor, in row-major order. `index` is the value of the
  // element. `base` is the offset in `self` of the element that an index of 0 would select.
  const auto walk = [&](const at::Tensor& indices, auto&& visit) {
    const int rank = static_cast<int>(index.dim());
    const std::int64_t elements = index.numel();
    std::int64_t position[max_dims];
    for (int d = 0; d < rank; ++d) position[d] = 0;
    std::int64_t index_offset = 0;
    std::int64_t base = 0;
    for (std::int64_t i = 0; i < elements; ++i) {
      visit(i, index_at(indices, index_offset), base);
      for (int d = rank - 1; d >= 0; --d) {
        const auto at = static_cast<std::size_t>(d);
        const std::int64_t self_stride = d == dimension || self.dim() == 0 ? 0 : self.strides()[at];
        index_offset += index.strides()[at];
        base += self_stride;
        if (++position[d] < index.sizes()[at]) break;
        index_offset -= index.strides()[at] * position[d];
        base -= self_stride * position[d];
        position[d] = 0;
      }
    }
  };
  if (const at::Tensor doubtful = cuda::doubtful_indices(index, 0, size); doubtful.defined())
    walk(doubtful, [&](std::int64_t /*i*/, std::int64_t at, std::int64_t /*base*/) {
      MODECHECK_CHECK(at >= 0 && at < size, ErrorClass::Index, "gather: index ", at, " is out of bounds for dimension ",
                      dimension, " with size ", size);
    });
  at::Tensor out = empty(index.sizes(), self.scalar_type(), self.device());
  if (!has_bytes(out)) return out;
  if (out.in_cuda_memory()) {
    if (out.numel() != 0) cuda::gather_elements(ranked(out), ranked(self), dimension, ranked(index));
    return out;
  }
  const std::size_t bytes = self.itemsize();
  const char* const from = static_cast<const char*>(self.data_ptr());
  char* const to = static_cast<char*>(out.data_ptr());
  walk(index, [&](std::int64_t i, std::int64_t at, std::int64_t base) {
    std::memcpy(to + static_cast<std::size_t>(i) * bytes,
                from + (base + at * stride) * static_cast<std::int64_t>(bytes), bytes);
  });
  return out;
}

template <>
at::Tensor Kernel<operators::masked_fill_Scalar>::call(const at::Tensor& self, const at::Tensor& mask,
                                                       const c10::Scalar& value) {
  check_masked_fill("masked_fill", self, mask, value);
  Dims shape(self.sizes());
  BroadcastMismatch mismatch;
  MODECHECK_CHECK(broadcast_into(shape, mask.sizes(), mismatch), ErrorClass::Shape,
                  "masked_fill: The size of tensor a (", mismatch.size_a, ") must match the size of tensor b (",
                  mismatch.size_b, ") at non-singleton dimension ", mismatch.dimension);
  at::Tensor out = empty(shape, self.scalar_type(), self.device());
  if (!has_bytes(out)) return out;
  copy_elements(out, self);
  write_masked_fill(out, mask, value);
  return out;
}

template <>
void Kernel<operators::masked_fill__Scalar>::call(const at::Tensor& self, const at::Tensor& mask,
                                                  const c10::Scalar& value) {
  check_masked_fill("masked_fill_", self, mask, value);
  check_no_partial_overlap("masked_fill_", self, mask);
  MODECHECK_CHECK(broadcasts_to(mask.sizes(), self.sizes()), ErrorClass::Shape, "masked_fill_: mask with shape ",
                  mask.sizes(), " doesn't broadcast to the shape ", self.sizes(), " of the tensor that is written");
  if (!has_bytes(self)) return;
  // If `mask` shares memory with `self`, read a copy of `mask`, because the kernel overwrites `self`. Elements of
  // `self` may share memory with each other, because masked_fill_ writes the same value to all of them.
  SafeOutput safe_mask(mask, may_clobber(self, mask));
  if (!safe_mask.target().is_same(mask)) copy_elements(safe_mask.target(), mask);
  write_masked_fill(self, safe_mask.target(), value);
}

template <>
at::Tensor Kernel<operators::masked_scatter>::call(const at::Tensor& self, const at::Tensor& mask,
                                                   const at::Tensor& source) {
  check_masked_scatter("masked_scatter", self, mask, source);
  Dims shape(self.sizes());
  BroadcastMismatch mismatch;
  MODECHECK_CHECK(broadcast_into(shape, mask.sizes(), mismatch), ErrorClass::Shape,
                  "masked_scatter: The size of tensor a (", mismatch.size_a, ") must match the size of tensor b (",
                  mismatch.size_b, ") at non-singleton dimension ", mismatch.dimension);
  const Chosen chosen = chosen_by("masked_scatter", mask, shape);
  check_enough("masked_scatter", chosen, source);
  at::Tensor out = empty(shape, self.scalar_type(), self.device());
  if (!has_bytes(out)) return out;
  copy_elements(out, self);
  write_masked_scatter(out, chosen, source);
  return out;
}

template <>
void Kernel<operators::masked_scatter_>::call(const at::Tensor& self, const at::Tensor& mask,
                                              const at::Tensor& source) {
  check_masked_scatter("masked_scatter_", self, mask, source);
  check_no_internal_overlap("masked_scatter_", self);
  MODECHECK_CHECK(broadcasts_to(mask.sizes(), self.sizes()), ErrorClass::Shape, "masked_scatter_: mask with shape ",
                  mask.sizes(), " doesn't broadcast to the shape ", self.sizes(), " of the tensor that is written");
  const Chosen chosen = chosen_by("masked_scatter_", mask, self.sizes());
  check_enough("masked_scatter_", chosen, source);
  if (!has_bytes(self)) return;
  if (self.is_contiguous() && !self.is_alias_of(mask) && !self.is_alias_of(source))
    return write_masked_scatter(self, chosen, source);
  const at::Tensor room = empty(self.sizes(), self.scalar_type(), self.device());
  copy_elements(room, self);
  write_masked_scatter(room, chosen, source);
  copy_elements(self, room);
}

template <>
at::Tensor Kernel<internal::_masked_taken>::call(const at::Tensor& self, const at::Tensor& mask,
                                                 c10::IntArrayRef sizes) {
  const Chosen chosen = chosen_by("masked_scatter", mask, self.sizes());
  at::Tensor out = empty(sizes, self.scalar_type(), self.device());
  if (!has_bytes(out)) return out;
  fill_elements(out, 0);
  const at::Tensor values = dense(self);
  if (out.in_cuda_memory()) {
    if (chosen.count != 0) cuda::take_elements(out, values, chosen.places);
    return out;
  }
  const auto size = static_cast<std::size_t>(out.itemsize());
  const char* from = static_cast<const char*>(values.data_ptr());
  char* to = static_cast<char*>(out.data_ptr());
  for (std::int64_t i = 0; i < values.numel(); ++i, from += size) {
    if (!chosen.at(i)) continue;
    std::memcpy(to, from, size);
    to += size;
  }
  return out;
}

template <>
at::Tensor Kernel<operators::masked_fill_Tensor>::call(const at::Tensor& self, const at::Tensor& mask,
                                                       const at::Tensor& value) {
  return Kernel<operators::masked_fill_Scalar>::call(self, mask, only_number("masked_fill", value));
}

template <>
void Kernel<operators::masked_fill__Tensor>::call(const at::Tensor& self, const at::Tensor& mask,
                                                  const at::Tensor& value) {
  Kernel<operators::masked_fill__Scalar>::call(self, mask, only_number("masked_fill_", value));
}

}  // namespace modecheck::engine
