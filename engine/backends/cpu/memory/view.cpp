// Implements the view operators. They return aliases of the same storage with other sizes, strides and offset.
#include "spec/operators/view.h"

#include <limits>
#include <string>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/options.h"
#include "engine/backends/cpu/memory/view_geometry.h"
#include "engine/backends/iterate/view_strides.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/arrangement.h"

namespace modecheck::engine {
namespace backends {
namespace {

at::Tensor alias_of(const at::Tensor& self, const Geometry& geometry) {
  return make_alias(self, geometry.sizes, geometry.strides, geometry.offset);
}

at::Tensor same_alias(const at::Tensor& self) {
  return make_alias(self, self.sizes(), self.strides(), self.storage_offset());
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::alias>::call(const at::Tensor& self) {
  return same_alias(self);
}

template <>
at::Tensor Kernel<operators::detach>::call(const at::Tensor& self) {
  return same_alias(self);
}

namespace {

// Raises if split or unbind would return more views than a list can hold. This can happen without much memory, because
// a dimension of a tensor without elements may have any size.
void check_parts(const char* name, std::int64_t parts) {
  MODECHECK_CHECK(parts <= std::numeric_limits<std::int32_t>::max(), ErrorClass::Argument, name, ": ", parts,
                  " parts are more than can be kept in a list");
}

// Returns true if a view of `self` with the sizes `size` is certainly contiguous, so that its strides need no
// computation. Returns false for a `self` with size-one dimensions, because a view keeps their strides, which may be
// arbitrary. Also returns false if `size` has a -1.
bool is_plain_view(const at::Tensor& self, c10::IntArrayRef size) {
  if (!self.is_contiguous() || size.size() > c10::TensorImpl::inline_rank) return false;
  bool plain = self.numel() > 0;
  for (const std::int64_t old : self.sizes()) plain &= old != 1;
  std::int64_t rest = self.numel();
  for (const std::int64_t one : size) {
    if (one < 1 || one > rest) return false;
    if (one != 1) {
      plain &= rest % one == 0;
      rest /= one;
    }
  }
  return plain && rest == 1;
}

}  // namespace

template <>
at::Tensor Kernel<operators::view>::call(const at::Tensor& self, c10::IntArrayRef size) {
  if (is_plain_view(self, size)) [[likely]]
    return make_contiguous_alias(self, size, self.storage_offset());
  check_rank("view", self.sizes().size());
  check_rank("view", size.size());
  Dims sizes;
  std::int64_t culprit = 0;
  switch (infer_sizes(size, self.numel(), sizes, culprit)) {
    case InferredSizes::Ok:
      break;
    case InferredSizes::TwoUnknown:
      raise(ErrorClass::Shape, "view: only one dimension can be inferred, but the shape is ", size);
    case InferredSizes::Negative:
      raise(ErrorClass::Shape, "view: invalid shape dimension ", culprit, " in ", size);
    case InferredSizes::Ambiguous:
      raise(ErrorClass::Shape, "view: cannot reshape tensor of 0 elements into shape ", size,
            " because the unspecified dimension size -1 can be any value and is ambiguous");
    case InferredSizes::Invalid:
      raise(ErrorClass::Shape, "view: shape ", size, " is invalid for input of size ", self.numel());
  }
  Dims strides;
  MODECHECK_CHECK(view_strides(self.sizes(), self.strides(), sizes, strides), ErrorClass::Strides, "view: size ", size,
                  " is not compatible with input tensor's size ", self.sizes(), " and stride ", self.strides(),
                  " (at least one dimension spans across two contiguous subspaces). Use reshape(...) instead.");
  return make_alias(self, sizes, strides, self.storage_offset());
}

template <>
at::Tensor Kernel<operators::transpose_int>::call(const at::Tensor& self, std::int64_t dim0, std::int64_t dim1) {
  return alias_of(self, transposed("transpose", self, dim0, dim1));
}

template <>
at::Tensor Kernel<operators::permute>::call(const at::Tensor& self, c10::IntArrayRef dims) {
  check_rank("permute", self.sizes().size());
  MODECHECK_CHECK(static_cast<std::int64_t>(dims.size()) == self.dim(), ErrorClass::Shape, "permute: the length of ",
                  dims, " is not the number of dimensions of the tensor, ", self.dim());
  Geometry out;
  out.offset = self.storage_offset();
  std::uint64_t seen = 0;
  for (const std::int64_t dim : dims) {
    const std::int64_t d = wrap_dimension("permute", dim, self.dim());
    MODECHECK_CHECK((seen >> d & 1) == 0, ErrorClass::Dimension, "permute: duplicate dims are not allowed, got ", dims);
    seen |= std::uint64_t{1} << d;
    out.sizes.push_back(self.sizes()[static_cast<std::size_t>(d)]);
    out.strides.push_back(self.strides()[static_cast<std::size_t>(d)]);
  }
  return alias_of(self, out);
}

template <>
at::Tensor Kernel<operators::t>::call(const at::Tensor& self) {
  return alias_of(self, matrix_transposed("t", self));
}

template <>
at::Tensor Kernel<operators::select_int>::call(const at::Tensor& self, std::int64_t dim, std::int64_t index) {
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Index,
                  "select: cannot be applied to a 0-dim tensor; it has no dimension");
  const std::int64_t d = wrap_dimension("select", dim, self.dim());
  const std::int64_t size = self.sizes()[static_cast<std::size_t>(d)];
  MODECHECK_CHECK(index >= -size && index < size, ErrorClass::Index, "select: index ", index,
                  " out of range for tensor of size ", self.sizes(), " at dimension ", dim);
  Geometry out = geometry_of("select", self);
  out.select(static_cast<int>(d), index < 0 ? index + size : index);
  return alias_of(self, out);
}

// slice: bounds are clamped to the valid range, and not rejected.
template <>
at::Tensor Kernel<operators::slice_Tensor>::call(const at::Tensor& self, std::int64_t dim,
                                                 c10::optional<std::int64_t> start, c10::optional<std::int64_t> end,
                                                 std::int64_t step) {
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Dimension,
                  "slice: cannot be applied to a 0-dim tensor; it has no dimension");
  const std::int64_t d = wrap_dimension("slice", dim, self.dim());
  MODECHECK_CHECK(step > 0, ErrorClass::Index, "slice: step must be positive, but is ", step);
  const std::int64_t size = self.sizes()[static_cast<std::size_t>(d)];
  const auto clamp = [size](std::int64_t bound, std::int64_t least) {
    if (bound < 0) bound += size;
    return bound < least ? least : bound > size ? size : bound;
  };
  const std::int64_t first = clamp(start.value_or(0), 0);
  const std::int64_t last = clamp(end.value_or(size), first);
  std::int64_t stride = 0;
  MODECHECK_CHECK(!__builtin_mul_overflow(self.strides()[static_cast<std::size_t>(d)], step, &stride),
                  ErrorClass::Argument, "slice: step ", step, " is too large for a dimension of stride ",
                  self.strides()[static_cast<std::size_t>(d)]);
  Geometry out = geometry_of("slice", self);
  out.slice(static_cast<int>(d), first, last, step);
  return alias_of(self, out);
}

template <>
at::Tensor Kernel<operators::expand>::call(const at::Tensor& self, c10::IntArrayRef size, bool /*implicit*/) {
  check_rank("expand", self.sizes().size());
  check_rank("expand", size.size());
  MODECHECK_CHECK(static_cast<std::int64_t>(size.size()) >= self.dim(), ErrorClass::Shape,
                  "expand: the number of sizes provided (", size.size(),
                  ") must be greater or equal to the number of dimensions in the tensor (", self.dim(), ")");
  Geometry out;
  out.offset = self.storage_offset();
  int culprit = 0;
  MODECHECK_CHECK(expanded_geometry(self.sizes(), self.strides(), size, out, culprit), ErrorClass::Shape,
                  "expand: tensor of sizes ", self.sizes(), " does not expand to ", size,
                  ": only a dimension of size 1 gets another size, and only an existing one keeps its own by -1 "
                  "(dimension ",
                  culprit, ")");
  MODECHECK_CHECK(!numel_overflows(out.sizes), ErrorClass::Shape, "expand: sizes ", size,
                  " hold more elements than can be counted");
  return alias_of(self, out);
}

template <>
at::Tensor Kernel<operators::squeeze>::call(const at::Tensor& self) {
  return alias_of(self, squeezed("squeeze", self));
}

template <>
at::Tensor Kernel<operators::squeeze_dim>::call(const at::Tensor& self, std::int64_t dim) {
  return alias_of(self, squeezed("squeeze", self, dim));
}

template <>
at::Tensor Kernel<operators::unsqueeze>::call(const at::Tensor& self, std::int64_t dim) {
  return alias_of(self, unsqueezed("unsqueeze", self, dim));
}

template <>
at::Tensor Kernel<operators::diagonal>::call(const at::Tensor& self, std::int64_t offset, std::int64_t dim1,
                                             std::int64_t dim2) {
  const std::int64_t row = wrap_dimension("diagonal", dim1, self.dim());
  const std::int64_t column = wrap_dimension("diagonal", dim2, self.dim());
  MODECHECK_CHECK(row != column, ErrorClass::Dimension, "diagonal: dimensions cannot be identical ", dim1, ", ", dim2);
  Geometry out = geometry_of("diagonal", self);
  out.diagonal(offset, static_cast<int>(row), static_cast<int>(column));
  return alias_of(self, out);
}

template <>
at::Tensor Kernel<operators::as_strided>::call(const at::Tensor& self, c10::IntArrayRef size, c10::IntArrayRef stride,
                                               c10::optional<std::int64_t> storage_offset) {
  return alias_of(self, restrided("as_strided", self, size, stride, storage_offset));
}

template <>
at::Tensor Kernel<operators::unfold>::call(const at::Tensor& self, std::int64_t dimension, std::int64_t size,
                                           std::int64_t step) {
  const std::int64_t along = wrap_dimension("unfold", dimension, self.dim());
  const std::int64_t longest = self.dim() == 0 ? 1 : self.size(along);
  // unfold with a size larger than the dimension raises a plain Error and not an IndexError, as in libtorch.
  if (size > longest)
    throw c10::Error(ErrorClass::Index, "unfold: maximum size for tensor at dimension " + std::to_string(along) +
                                            " is " + std::to_string(longest) + " but size is " + std::to_string(size));
  if (step <= 0) throw c10::Error(ErrorClass::Index, "unfold: step is " + std::to_string(step) + " but must be > 0");
  MODECHECK_CHECK(size >= 0, ErrorClass::Shape, "unfold: size is ", size, " but must be >= 0");
  check_rank("unfold", self.sizes().size() + 1);
  Dims sizes(self.sizes());
  Dims strides(self.strides());
  const std::int64_t stride = self.dim() == 0 ? 1 : self.strides()[static_cast<std::size_t>(along)];
  if (self.dim() > 0) {
    const std::int64_t further = (longest - size) / step;
    MODECHECK_CHECK(further < std::numeric_limits<std::int64_t>::max(), ErrorClass::Shape,
                    "unfold: there are more windows in dimension ", along, " of size ", longest,
                    " than can be counted");
    sizes[static_cast<int>(along)] = further + 1;
    std::int64_t& between = strides[static_cast<int>(along)];
    // unfold: if the result has a single window, the stride between windows is not used and may overflow.
    MODECHECK_CHECK(!__builtin_mul_overflow(stride, step, &between) || further == 0, ErrorClass::Argument,
                    "unfold: step ", step, " is too large for a dimension of stride ", stride);
  }
  sizes.push_back(size);
  strides.push_back(stride);
  return make_alias(self, sizes, strides, self.storage_offset());
}

template <>
std::vector<at::Tensor> Kernel<operators::split_Tensor>::call(const at::Tensor& self, std::int64_t split_size,
                                                              std::int64_t dim) {
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Dimension, "split: expects at least a 1-dimensional tensor");
  MODECHECK_CHECK(split_size >= 0, ErrorClass::Index, "split: expects split_size be non-negative, but got ",
                  split_size);
  const std::int64_t d = wrap_dimension("split", dim, self.dim());
  const std::int64_t size = self.sizes()[static_cast<std::size_t>(d)];
  MODECHECK_CHECK(split_size > 0 || size == 0, ErrorClass::Index,
                  "split: split_size can only be 0 if dimension size is 0, but got dimension size of ", size);
  const Geometry whole = geometry_of("split", self);
  // split: a dimension of size zero still gives one view.
  const std::int64_t parts = size == 0 ? 1 : size / split_size + (size % split_size != 0 ? 1 : 0);
  check_parts("split", parts);
  std::vector<at::Tensor> out;
  out.reserve(static_cast<std::size_t>(parts));
  for (std::int64_t i = 0; i < parts; ++i) {
    Geometry part = whole;
    const std::int64_t first = i * split_size;
    part.slice(static_cast<int>(d), first, size - first < split_size ? size : first + split_size, 1);
    out.push_back(alias_of(self, part));
  }
  return out;
}

template <>
std::vector<at::Tensor> Kernel<operators::split_with_sizes>::call(const at::Tensor& self, c10::IntArrayRef split_sizes,
                                                                  std::int64_t dim) {
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Dimension,
                  "split_with_sizes: split expects at least a 1-dimensional tensor");
  const std::int64_t d = wrap_dimension("split_with_sizes", dim, self.dim());
  const std::int64_t size = self.sizes()[static_cast<std::size_t>(d)];
  std::int64_t total = 0;
  for (const std::int64_t length : split_sizes) {
    MODECHECK_CHECK(
        length >= 0, ErrorClass::Index,
        "split_with_sizes expects split_sizes have only non-negative entries, but got split_sizes=", split_sizes);
    MODECHECK_CHECK(!__builtin_add_overflow(total, length, &total), ErrorClass::Shape, "split_with_sizes: the parts ",
                    split_sizes, " are more elements than can be counted");
  }
  MODECHECK_CHECK(total == size, ErrorClass::Shape, "split_with_sizes expects split_sizes to sum exactly to ", size,
                  " (input tensor's size at dimension ", dim, "), but got split_sizes=", split_sizes);
  const Geometry whole = geometry_of("split_with_sizes", self);
  std::vector<at::Tensor> out;
  out.reserve(split_sizes.size());
  std::int64_t first = 0;
  for (const std::int64_t length : split_sizes) {
    Geometry part = whole;
    part.slice(static_cast<int>(d), first, first + length, 1);
    out.push_back(alias_of(self, part));
    first += length;
  }
  return out;
}

template <>
std::vector<at::Tensor> Kernel<operators::unbind_int>::call(const at::Tensor& self, std::int64_t dim) {
  const std::int64_t d = wrap_dimension("unbind", dim, self.dim());
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Dimension, "unbind: Dimension specified as ", dim,
                  " but tensor has no dimensions");
  const std::int64_t size = self.sizes()[static_cast<std::size_t>(d)];
  check_parts("unbind", size);
  const Geometry whole = geometry_of("unbind", self);
  std::vector<at::Tensor> out;
  out.reserve(static_cast<std::size_t>(size));
  for (std::int64_t i = 0; i < size; ++i) {
    Geometry part = whole;
    part.select(static_cast<int>(d), i);
    out.push_back(alias_of(self, part));
  }
  return out;
}

// view with a dtype shows the same bytes as elements of another dtype. If the new elements are smaller, the last
// dimension grows, and if they are larger, it shrinks.
template <>
at::Tensor Kernel<operators::view_dtype>::call(const at::Tensor& self, c10::ScalarType dtype) {
  check_dtype_supported("view", dtype);
  check_rank("view", self.sizes().size());
  const auto old_bytes = static_cast<int>(self.itemsize());
  const auto new_bytes = static_cast<int>(c10::elementSize(dtype));
  const int ratio = new_bytes / old_bytes;
  Dims sizes;
  Dims strides;
  std::int64_t offset = 0;
  int culprit = 0;
  switch (dtype_view(self.sizes(), self.strides(), self.storage_offset(), old_bytes, new_bytes, sizes, strides, offset,
                     culprit)) {
    case DtypeView::Ok:
      break;
    case DtypeView::ScalarToSmaller:
      raise(ErrorClass::Strides, "view: self.dim() cannot be 0 to view ", self.scalar_type(), " as ", dtype,
            " (different element sizes)");
    case DtypeView::LastStrideNotOne:
      raise(ErrorClass::Strides, "view: self.stride(-1) must be 1 to view ", self.scalar_type(), " as ", dtype,
            " (different element sizes), but got strides ", self.strides());
    case DtypeView::SizeNotDivisible:
      raise(ErrorClass::Strides, "view: self.size(-1) must be divisible by ", ratio, " to view ", self.scalar_type(),
            " as ", dtype, " (different element sizes), but got sizes ", self.sizes());
    case DtypeView::OffsetNotDivisible:
      raise(ErrorClass::Strides, "view: self.storage_offset() must be divisible by ", ratio, " to view ",
            self.scalar_type(), " as ", dtype, " (different element sizes), but got ", self.storage_offset());
    case DtypeView::StrideNotDivisible:
      raise(ErrorClass::Strides, "view: self.stride(", culprit, ") must be divisible by ", ratio, " to view ",
            self.scalar_type(), " as ", dtype, " (different element sizes), but got strides ", self.strides());
  }
  // If the dtype does not change, return the argument itself, as libtorch does. The ADInplaceOrView kernel then makes
  // an alias of the argument.
  if (dtype == self.scalar_type()) return self;
  return make_alias(self, sizes, strides, offset, dtype);
}

}  // namespace modecheck::engine
