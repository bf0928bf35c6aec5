// Implements the kernels of flip, tril, triu, constant_pad_nd, reflection_pad, replication_pad, repeat, narrow_copy,
// slice_scatter and select_scatter.
#include "spec/operators/shape.h"

#include <algorithm>
#include <vector>

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/options.h"
#include "engine/backends/cpu/memory/safe_output.h"
#include "engine/backends/cuda/launch/moving.h"
#include "engine/backends/iterate/border.h"
#include "engine/backends/iterate/element.h"
#include "engine/backends/iterate/layout.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/copy.h"
#include "spec/operators/joining.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace backends {
namespace {

// Calls visit(position) for every element of a tensor of the given sizes, in row-major order.
template <typename Visit>
void each_position(c10::IntArrayRef sizes, Visit&& visit) {
  std::vector<std::int64_t> position(sizes.size(), 0);
  std::int64_t left = 1;
  for (const std::int64_t size : sizes) left *= size;
  for (; left > 0; --left) {
    visit(static_cast<const std::vector<std::int64_t>&>(position));
    for (std::size_t d = sizes.size(); d-- > 0;) {
      if (++position[d] < sizes[d]) break;
      position[d] = 0;
    }
  }
}

std::int64_t offset_of(const std::vector<std::int64_t>& position, c10::IntArrayRef strides) {
  std::int64_t out = 0;
  for (std::size_t d = 0; d < position.size(); ++d) out += position[d] * strides[d];
  return out;
}

// Says which part of a matrix triu or tril keeps: the elements on one side of a diagonal. The other elements become
// zero.
struct Triangle {
  bool upper;
  std::int64_t diagonal;
  bool keeps(const std::vector<std::int64_t>& position) const {
    const std::int64_t above = position[position.size() - 1] - position[position.size() - 2];
    return upper ? above >= diagonal : above <= diagonal;
  }
};

void check_triangle(const char* name, const at::Tensor& self) {
  check_rank(name, self.sizes().size());
  MODECHECK_CHECK(self.dim() >= 2 || self.numel() == 0, ErrorClass::Dimension, name,
                  ": Dimension out of range: a matrix or a batch of matrices is expected, but the tensor has ",
                  self.dim(), " dimensions");
}

void write_triangle(const at::Tensor& out, const at::Tensor& self, const Triangle& triangle) {
  if (out.in_cuda_memory()) return cuda::keep_triangles(out, self, triangle.upper, triangle.diagonal);
  visit_dtype(self.scalar_type(), [&](auto tag) {
    using T = decltype(tag);
    constexpr std::int64_t bytes = sizeof(Stored<T>);
    const char* const from = static_cast<const char*>(self.data_ptr());
    char* const to = static_cast<char*>(out.data_ptr());
    each_position(self.sizes(), [&](const std::vector<std::int64_t>& position) {
      const T value = triangle.keeps(position) ? load<T>(from + offset_of(position, self.strides()) * bytes) : T(0);
      store<T>(to + offset_of(position, out.strides()) * bytes, value);
    });
  });
}

at::Tensor triangle_of(const char* name, const at::Tensor& self, const Triangle& triangle) {
  check_triangle(name, self);
  at::Tensor out = empty(self.sizes(), self.scalar_type(), self.device());
  if (has_bytes(out)) write_triangle(out, self, triangle);
  return out;
}

void keep_triangle(const char* name, const at::Tensor& self, const Triangle& triangle) {
  check_triangle(name, self);
  if (!has_bytes(self)) return;
  SafeOutput safe(self, may_overlap_itself(self));
  write_triangle(safe.target(), self, triangle);
  safe.finish();
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

// flip: the result has the strides of the argument.
template <>
at::Tensor Kernel<operators::flip>::call(const at::Tensor& self, c10::IntArrayRef dims) {
  check_rank("flip", self.sizes().size());
  bool flipped[max_dims] = {};
  for (const std::int64_t dim : dims) {
    const auto at = static_cast<std::size_t>(wrap_dimension("flip", dim, self.dim()));
    if (flipped[at]) reject_repeated("flip", static_cast<std::int64_t>(at));
    flipped[at] = true;
  }
  Dims strides;
  preserved_strides(self.sizes(), self.strides(), strides);
  at::Tensor out = empty_strided(self.sizes(), strides, self.scalar_type(), self.device());
  if (!has_bytes(out)) return out;
  if (out.in_cuda_memory()) {
    cuda::copy_flipped(out, self, flipped);
    return out;
  }
  visit_dtype(self.scalar_type(), [&](auto tag) {
    using T = decltype(tag);
    constexpr std::int64_t bytes = sizeof(Stored<T>);
    const char* const from = static_cast<const char*>(self.data_ptr());
    char* const to = static_cast<char*>(out.data_ptr());
    each_position(self.sizes(), [&](const std::vector<std::int64_t>& position) {
      std::int64_t source = 0;
      for (std::size_t d = 0; d < position.size(); ++d)
        source += self.strides()[d] * (flipped[d] ? self.sizes()[d] - 1 - position[d] : position[d]);
      store<T>(to + offset_of(position, out.strides()) * bytes, load<T>(from + source * bytes));
    });
  });
  return out;
}

template <>
at::Tensor Kernel<operators::tril>::call(const at::Tensor& self, std::int64_t diagonal) {
  return triangle_of("tril", self, {false, diagonal});
}
template <>
void Kernel<operators::tril_>::call(const at::Tensor& self, std::int64_t diagonal) {
  keep_triangle("tril_", self, {false, diagonal});
}
template <>
at::Tensor Kernel<operators::triu>::call(const at::Tensor& self, std::int64_t diagonal) {
  return triangle_of("triu", self, {true, diagonal});
}
template <>
void Kernel<operators::triu_>::call(const at::Tensor& self, std::int64_t diagonal) {
  keep_triangle("triu_", self, {true, diagonal});
}

// constant_pad_nd: negative padding removes elements at that end of the dimension.
template <>
at::Tensor Kernel<operators::constant_pad_nd>::call(const at::Tensor& self, c10::IntArrayRef pad,
                                                    const c10::Scalar& value) {
  MODECHECK_CHECK(pad.size() % 2 == 0, ErrorClass::Argument,
                  "constant_pad_nd: Length of pad must be even but instead it equals ", pad.size());
  const std::size_t rank = self.sizes().size();
  MODECHECK_CHECK(pad.size() / 2 <= rank, ErrorClass::Shape,
                  "constant_pad_nd: Length of pad should be no more than twice the number of dimensions of the input, "
                  "but it is ",
                  pad.size(), " and the input has ", rank, " dimensions");
  check_rank("constant_pad_nd", rank);
  const auto sliced = [](const at::Tensor& tensor, std::size_t d, std::int64_t start, std::int64_t end) {
    return Kernel<operators::slice_Tensor>::call(tensor, static_cast<std::int64_t>(d), start, end, 1);
  };
  std::vector<std::int64_t> sizes = self.sizes().vec();
  at::Tensor kept = self;
  bool grows = false;
  for (std::size_t i = 0; 2 * i < pad.size(); ++i) {
    const std::size_t d = rank - 1 - i;
    const std::int64_t before = pad[2 * i];
    const std::int64_t after = pad[2 * i + 1];
    // constant_pad_nd rejects negative padding that removes more elements than there are. The check comes before the
    // negation of a number, because negating the smallest integer overflows.
    MODECHECK_CHECK(before >= -sizes[d] && after >= -sizes[d] && (before >= 0 || after >= -sizes[d] - before),
                    ErrorClass::Index, "constant_pad_nd: padding ", before, " and ", after,
                    " leaves out more than there is in dimension ", d, " of size ", sizes[d]);
    const std::int64_t start = before < 0 ? -before : 0;
    const std::int64_t end = after < 0 ? sizes[d] + after : sizes[d];
    kept = sliced(kept, d, start, end);
    MODECHECK_CHECK(
        !__builtin_add_overflow(sizes[d], before, &sizes[d]) && !__builtin_add_overflow(sizes[d], after, &sizes[d]),
        ErrorClass::Shape, "constant_pad_nd: padding ", before, " and ", after, " of dimension ", d,
        " is more elements than can be counted");
    grows = grows || before > 0 || after > 0;
  }
  if (!grows) return Kernel<operators::clone>::call(kept, c10::nullopt);
  check_number_fits("constant_pad_nd", value, self.scalar_type());
  at::Tensor out;
  if (strides_suggest_channels_last(self.sizes(), self.strides())) {
    Dims strides;
    channels_last_strides(c10::IntArrayRef(sizes), strides);
    out = empty_strided(sizes, strides, self.scalar_type(), self.device());
  } else {
    out = empty(sizes, self.scalar_type(), self.device());
  }
  if (!has_bytes(out)) return out;
  fill_elements(out, value);
  at::Tensor place = out;
  for (std::size_t i = 0; 2 * i < pad.size(); ++i) {
    const std::size_t d = rank - 1 - i;
    const std::int64_t start = std::max<std::int64_t>(pad[2 * i], 0);
    place = sliced(place, d, start, start + kept.sizes()[d]);
  }
  copy_elements(place, kept);
  return out;
}

namespace {

// reflection_pad and replication_pad: pads the last `spatial` dimensions.
at::Tensor bordered(const char* name, const at::Tensor& self, c10::IntArrayRef padding, std::size_t spatial,
                    bool reflects) {
  const std::size_t rank = self.sizes().size();
  const c10::ScalarType type = self.scalar_type();
  MODECHECK_CHECK(padding.size() == 2 * spatial, ErrorClass::Argument, name, ": padding size is expected to be ",
                  2 * spatial, ", but got ", padding.size());
  const bool short_too = reflects && spatial == 3 && c10::isFloatingType(type);
  MODECHECK_CHECK(type == c10::kFloat || type == c10::kDouble || c10::isComplexType(type) || short_too,
                  ErrorClass::Dtype, name, ": not implemented for ", type, "; convert to Float or Double");
  const bool batched = rank == spatial + 2;
  MODECHECK_CHECK(rank == spatial + 1 || batched, ErrorClass::Shape, name, ": expected ", spatial + 1, "D or ",
                  spatial + 2, "D input, but got sizes ", self.sizes());
  for (std::size_t d = batched ? 1 : 0; d < rank; ++d)
    MODECHECK_CHECK(self.sizes()[d] > 0, ErrorClass::Shape, name, ": expected non-zero sizes but for the batch, got ",
                    self.sizes());
  std::vector<std::int64_t> sizes = self.sizes().vec();
  for (std::size_t i = 0; i < spatial; ++i) {
    std::int64_t& size = sizes[rank - 1 - i];
    const std::int64_t before = padding[2 * i];
    const std::int64_t after = padding[2 * i + 1];
    MODECHECK_CHECK(!reflects || (before < size && after < size), ErrorClass::Shape, name,
                    ": Padding size should be less than the corresponding input dimension, but got: padding (", before,
                    ", ", after, ") at dimension ", rank - 1 - i, " of input ", self.sizes());
    const bool counted = !__builtin_add_overflow(size, before, &size) && !__builtin_add_overflow(size, after, &size);
    // Padding must leave at least one element in every padded dimension (PyTorch pull request #184254).
    MODECHECK_CHECK(counted && size >= 1, ErrorClass::Shape, name, ": input of sizes ", self.sizes(),
                    " is too small for padding ", padding);
  }
  check_sizes(name, sizes);
  if (!has_bytes(self)) return empty(sizes, type, self.device());
  at::Tensor out = self;
  for (std::size_t i = 0; i < spatial; ++i) {
    const std::size_t d = rank - 1 - i;
    const std::vector<std::int64_t> places =
        border_index(self.sizes()[d], padding[2 * i], padding[2 * i + 1], reflects);
    const at::Tensor index = empty(static_cast<std::int64_t>(places.size()), c10::kLong, host_of(self.device()));
    std::copy(places.begin(), places.end(), static_cast<std::int64_t*>(index.data_ptr()));
    out = Kernel<operators::index_select>::call(out, static_cast<std::int64_t>(d), placed(index, self.device()));
  }
  return out;
}

}  // namespace

template <>
at::Tensor Kernel<operators::reflection_pad1d>::call(const at::Tensor& self, c10::IntArrayRef padding) {
  return bordered("reflection_pad1d", self, padding, 1, true);
}
template <>
at::Tensor Kernel<operators::reflection_pad2d>::call(const at::Tensor& self, c10::IntArrayRef padding) {
  return bordered("reflection_pad2d", self, padding, 2, true);
}
template <>
at::Tensor Kernel<operators::replication_pad2d>::call(const at::Tensor& self, c10::IntArrayRef padding) {
  return bordered("replication_pad2d", self, padding, 2, false);
}
template <>
at::Tensor Kernel<operators::reflection_pad3d>::call(const at::Tensor& self, c10::IntArrayRef padding) {
  return bordered("reflection_pad3d", self, padding, 3, true);
}
template <>
at::Tensor Kernel<operators::replication_pad3d>::call(const at::Tensor& self, c10::IntArrayRef padding) {
  return bordered("replication_pad3d", self, padding, 3, false);
}

// repeat: splits every dimension of the result into two dimensions. The first counts the repetitions and has stride 0
// in `self`. The second counts the elements.
template <>
at::Tensor Kernel<operators::repeat>::call(const at::Tensor& self, c10::IntArrayRef repeats) {
  const std::size_t rank = self.sizes().size();
  MODECHECK_CHECK(repeats.size() >= rank, ErrorClass::Shape,
                  "repeat: Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor");
  check_rank("repeat", 2 * repeats.size());
  const std::size_t lead = repeats.size() - rank;
  std::vector<std::int64_t> sizes(repeats.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::int64_t size = i < lead ? 1 : self.sizes()[i - lead];
    MODECHECK_CHECK(!__builtin_mul_overflow(repeats[i], size, &sizes[i]), ErrorClass::Shape, "repeat: ", repeats[i],
                    " repetitions of dimension ", i, " are more elements than can be counted");
  }
  at::Tensor out = empty(sizes, self.scalar_type(), self.device());  // empty() raises if the sizes are invalid
  if (!has_bytes(out) || out.numel() == 0) return out;
  std::vector<std::int64_t> pairs, from, to;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::int64_t size = i < lead ? 1 : self.sizes()[i - lead];
    const std::int64_t stride = out.strides()[i];
    pairs.insert(pairs.end(), {repeats[i], size});
    from.insert(from.end(), {0, i < lead ? 0 : self.strides()[i - lead]});
    to.insert(to.end(), {size * stride, stride});
  }
  copy_elements(make_alias(out, pairs, to, 0), make_alias(self, pairs, from, self.storage_offset()));
  return out;
}

template <>
at::Tensor Kernel<operators::narrow_copy>::call(const at::Tensor& self, std::int64_t dim, std::int64_t start,
                                                std::int64_t length) {
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Dimension, "narrow_copy: cannot be applied to a 0-dim tensor");
  MODECHECK_CHECK(length >= 0, ErrorClass::Argument, "narrow_copy: length must be non-negative, got ", length);
  const std::int64_t size = self.sizes()[static_cast<std::size_t>(wrap_dimension("narrow_copy", dim, self.dim()))];
  const std::int64_t range = std::max<std::int64_t>(size, 1);
  MODECHECK_CHECK(start == size || (start >= -range && start < range), ErrorClass::Index, "narrow_copy: start ", start,
                  " is out of range of [", -range, ", ", range - 1, "]");
  const std::int64_t first = start < 0 ? start + range : start;
  MODECHECK_CHECK(first <= size - length, ErrorClass::Index, "narrow_copy: start (", first, ") + length (", length,
                  ") exceeds dimension size (", size, ")");
  const at::Tensor part = Kernel<operators::slice_Tensor>::call(self, dim, first, first + length, 1);
  return Kernel<operators::clone>::call(part, c10::MemoryFormat::Contiguous);
}

namespace {

// slice_scatter and select_scatter: returns a copy of `self`, in which `src` replaces the part that `part_of` selects.
template <typename PartOf>
at::Tensor with_part(const char* name, const at::Tensor& self, const at::Tensor& src, const PartOf& part_of) {
  const at::Tensor replaced = part_of(self);
  MODECHECK_CHECK(replaced.sizes().equals(src.sizes()), ErrorClass::Shape, name,
                  ": expected src to have a size equal to the slice of self. src size = ", src.sizes(),
                  ", slice size = ", replaced.sizes());
  check_same_device(name, self, src);
  at::Tensor out = Kernel<operators::clone>::call(self, c10::nullopt);
  if (has_bytes(out)) copy_elements(part_of(out), src);
  return out;
}

}  // namespace

template <>
at::Tensor Kernel<operators::slice_scatter>::call(const at::Tensor& self, const at::Tensor& src, std::int64_t dim,
                                                  c10::optional<std::int64_t> start, c10::optional<std::int64_t> end,
                                                  std::int64_t step) {
  return with_part("slice_scatter", self, src, [&](const at::Tensor& whole) {
    return Kernel<operators::slice_Tensor>::call(whole, dim, start, end, step);
  });
}

template <>
at::Tensor Kernel<operators::select_scatter>::call(const at::Tensor& self, const at::Tensor& src, std::int64_t dim,
                                                   std::int64_t index) {
  return with_part("select_scatter", self, src,
                   [&](const at::Tensor& whole) { return Kernel<operators::select_int>::call(whole, dim, index); });
}

}  // namespace modecheck::engine
