#include "engine/composites/arrangement_functions.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "engine/api/composed_functions.h"
#include "engine/api/generated/functions.h"
#include "engine/api/number_factories.h"
#include "engine/composites/composition.h"
#include "engine/core/tensor/require_values.h"
#include "engine/dispatch/call.h"
#include "engine/dispatch/device_kernel.h"
#include "engine/kernels/internal_composites.h"
#include "engine/tracing/sizes_as_numbers.h"
#include "engine/tracing/traced_composite.h"
#include "spec/operators/composites.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

using SizeList = std::vector<std::int64_t>;
using Tensors = std::vector<Tensor>;

template <typename Change>
Tensors each(TensorList tensors, Change change) {
  Tensors out;
  out.reserve(tensors.size());
  for (const Tensor& tensor : tensors) out.push_back(change(tensor));
  return out;
}

void check_not_empty(const char* name, TensorList tensors) {
  MODECHECK_CHECK(!tensors.empty(), ErrorClass::Argument, name, " expects a non-empty TensorList");
}

Tensors joined_beside(TensorList tensors) {
  return each(tensors, [](const Tensor& tensor) { return tensor.dim() <= 1 ? as_column(tensor) : tensor; });
}

std::int64_t checked_sections(const char* name, const Tensor& self, std::int64_t dim, std::int64_t sections) {
  sizes_as_numbers(name, self);
  MODECHECK_CHECK(sections != 0 && self.size(dim) % sections == 0, ErrorClass::Argument, name,
                  ": attempted to split along dimension ", dim, ", but the size of the dimension ", self.size(dim),
                  " is not divisible by the split_size ", sections, "!");
  return sections;
}

// Returns `dim`. Raises if the tensor has fewer than `least` dimensions.
std::int64_t in_rank(const char* name, const Tensor& self, std::int64_t least, std::int64_t dim) {
  MODECHECK_CHECK(self.dim() >= least, ErrorClass::Shape, name, " requires a tensor with at least ", least,
                  " dimensions, but got a tensor with ", self.dim(), " dimensions!");
  return dim;
}

// Returns aliases of the parts that are not tracked as views and have version counters of their own. The internal
// operator _unsafe_view makes such aliases.
Tensors untracked(const char* name, const Tensor& self, const std::function<Tensors()>& split) {
  sizes_as_numbers(name, self);
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Shape, name, " expects at least a 1-dimensional tensor");
  const Tensors parts = split();
  return each(parts, [](const Tensor& part) { return call<internal::_unsafe_view>(part, part.sizes()); });
}

// The most columns of an int64 matrix of two rows whose size in bytes does not overflow an int64. tril_indices and
// triu_indices return such a matrix.
constexpr std::int64_t most_numbers = std::numeric_limits<std::int64_t>::max() / 16;

// An integer type that can hold every sum and product of two sizes.
__extension__ using Wide = __int128;

// A triangle of a matrix: the range of its rows that are not empty, and the number of its elements.
struct Triangle {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t count = 0;  // -1 if there are more than `most_numbers` elements
};

Triangle triangle_of(std::int64_t rows, std::int64_t columns, std::int64_t offset, bool lower) {
  const Wide begin = lower ? std::max<Wide>(0, -Wide{offset}) : 0;
  const Wide end = lower ? rows : std::min<Wide>(rows, Wide{columns} - offset);
  if (columns == 0 || begin >= end) return {};
  // Each row of the triangle has one element more than the next shorter row. A row that has as many elements as the
  // matrix has columns cannot grow further.
  const Wide shortest =
      lower ? std::min<Wide>(columns, begin + offset + 1) : columns - std::max<Wide>(0, end - 1 + offset);
  const Wide growing = std::min<Wide>(end - begin, columns - shortest + 1);
  const Wide count = growing * (2 * shortest + growing - 1) / 2 + (end - begin - growing) * columns;
  return {static_cast<std::int64_t>(begin), static_cast<std::int64_t>(end),
          count > most_numbers ? -1 : static_cast<std::int64_t>(count)};
}

Tensor triangle_indices(const char* name, std::int64_t rows, std::int64_t columns, std::int64_t offset, bool lower,
                        const TensorOptions& options) {
  MODECHECK_CHECK(rows >= 0 && columns >= 0, ErrorClass::Argument, name, ": row and col must be non-negative, got ",
                  rows, " and ", columns);
  MODECHECK_CHECK(options.layout() == c10::kStrided, ErrorClass::Unsupported, name,
                  ": only the strided layout is supported");
  const Triangle triangle = triangle_of(rows, columns, offset, lower);
  MODECHECK_CHECK(triangle.count >= 0, ErrorClass::Shape, name, ": Storage size calculation overflowed with ", rows,
                  " rows and ", columns, " columns");
  Tensor out = at::empty({2, triangle.count}, c10::kLong);
  std::int64_t* place = out.data_ptr<std::int64_t>();
  for (std::int64_t i = triangle.begin; i < triangle.end && place != nullptr; ++i) {
    const std::int64_t first = lower ? 0 : std::max<std::int64_t>(0, i + offset);
    const std::int64_t last =
        lower ? static_cast<std::int64_t>(std::min<Wide>(columns - 1, Wide{i} + offset)) : columns - 1;
    for (std::int64_t j = first; j <= last; ++j, ++place) {
      place[0] = i;
      place[triangle.count] = j;
    }
  }
  return out.to(options.dtype().toScalarType()).to(options.device(), options.dtype().toScalarType());
}

}  // namespace

// Defines a function that joins tensors along the dimension `along`. The expression `with_dims` gives the tensors after
// they have been given enough dimensions.
#define MODECHECK_STACK(name, with_dims, along)         \
  Tensor name(TensorList tensors) {                     \
    check_not_empty(#name, tensors);                    \
    return as_a_whole([&] {                             \
      const Tensors parts = with_dims;                  \
      return at::cat(parts, along);                     \
    });                                                 \
  }                                                     \
  Tensor& name##_out(Tensor& out, TensorList tensors) { \
    check_not_empty(#name, tensors);                    \
    as_a_whole([&] {                                    \
      const Tensors parts = with_dims;                  \
      return at::cat_out(out, parts, along);            \
    });                                                 \
    return out;                                         \
  }                                                     \
  Tensor& name##_outf(TensorList tensors, Tensor& out) { return name##_out(out, tensors); }
MODECHECK_STACK(vstack, atleast_2d(tensors), 0)
MODECHECK_STACK(row_stack, atleast_2d(tensors), 0)
MODECHECK_STACK(hstack, atleast_1d(tensors), parts[0].dim() == 1 ? 0 : 1)
MODECHECK_STACK(dstack, atleast_3d(tensors), 2)
MODECHECK_STACK(column_stack, joined_beside(tensors), 1)
#undef MODECHECK_STACK

Tensor block_diag(TensorList tensors) {
  sizes_as_numbers("block_diag", tensors);
  // Without tensors the result has sizes [1, 0], as in libtorch.
  if (tensors.empty()) return at::zeros({1, 0});
  c10::ScalarType type = tensors[0].scalar_type();
  std::int64_t columns = 0;
  const Tensors blocks = each(tensors, [&](const Tensor& tensor) {
    MODECHECK_CHECK(tensor.dim() <= 2, ErrorClass::Shape,
                    "block_diag: Input tensors must have 2 or fewer dimensions, got one with ", tensor.dim());
    type = c10::promoteTypes(type, tensor.scalar_type());
    const Tensor block = atleast_2d(tensor);
    columns += block.size(1);
    return block;
  });
  std::int64_t before = 0;
  return at::cat(each(blocks, [&](const Tensor& block) {
    const std::int64_t after = columns - before - block.size(1);
    Tensor row = at::constant_pad_nd(block.to(type), {before, after});
    before += block.size(1);
    return row;
  }));
}

std::vector<Tensor> broadcast_tensors(TensorList tensors) {
  return traced_composite<operators::broadcast_tensors>(
      [&]() -> std::vector<Tensor> {
        SizeList sizes;
        for (const Tensor& tensor : tensors) sizes = broadcast_sizes("broadcast_tensors", sizes, tensor.sizes());
        return each(tensors,
                    [&](const Tensor& tensor) { return tensor.sizes().equals(sizes) ? tensor : tensor.expand(sizes); });
      },
      tensors);
}

std::vector<Tensor> meshgrid(TensorList tensors) { return meshgrid(tensors, "ij"); }

std::vector<Tensor> meshgrid(TensorList tensors, std::string_view indexing) {
  sizes_as_numbers("meshgrid", tensors);
  check_not_empty("meshgrid", tensors);
  MODECHECK_CHECK(indexing == "ij" || indexing == "xy", ErrorClass::Argument,
                  "torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: ", indexing);
  Tensors inputs(tensors.begin(), tensors.end());
  const bool swapped = indexing == "xy" && inputs.size() >= 2;
  if (swapped) std::swap(inputs[0], inputs[1]);
  SizeList sizes;
  for (const Tensor& tensor : inputs) {
    MODECHECK_CHECK(tensor.dim() <= 1, ErrorClass::Shape,
                    "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got one with ", tensor.dim(),
                    " dimensions");
    MODECHECK_CHECK(tensor.scalar_type() == inputs[0].scalar_type(), ErrorClass::Dtype,
                    "torch.meshgrid expects all tensors to have the same dtype");
    MODECHECK_CHECK(tensor.device() == inputs[0].device(), ErrorClass::DeviceMismatch,
                    "torch.meshgrid expects all tensors to have the same device");
    sizes.push_back(tensor.numel());
  }
  Tensors grids;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    SizeList shape(inputs.size(), 1);
    shape[i] = -1;
    grids.push_back(inputs[i].view(shape).expand(sizes));
  }
  if (swapped) std::swap(grids[0], grids[1]);
  return grids;
}

Tensor cartesian_prod(TensorList tensors) {
  sizes_as_numbers("cartesian_prod", tensors);
  for (const Tensor& tensor : tensors)
    MODECHECK_CHECK(tensor.dim() == 1, ErrorClass::Shape, "cartesian_prod: Expect a 1D vector, but got shape ",
                    tensor.sizes());
  if (tensors.size() == 1) return tensors[0];
  return at::stack(each(meshgrid(tensors, "ij"), [](const Tensor& grid) { return grid.flatten(); }), 1);
}

Tensor combinations(const Tensor& self, std::int64_t r, bool with_replacement) {
  sizes_as_numbers("combinations", self);
  MODECHECK_CHECK(self.dim() == 1, ErrorClass::Shape, "combinations: Expect a 1D vector, but got shape ", self.sizes());
  MODECHECK_CHECK(r >= 0, ErrorClass::Argument, "combinations: Expect a non-negative number, but got ", r);
  if (r == 0) return at::empty({0}, self.options());
  const auto count = static_cast<std::size_t>(r);
  const Tensors places = meshgrid(Tensors(count, at::arange(self.numel(), c10::kLong)), "ij");
  Tensor mask = at::ones(SizeList(count, self.numel()), c10::kBool);
  for (std::size_t i = 0; i + 1 < count; ++i)
    mask = mask.logical_and(with_replacement ? places[i].le(places[i + 1]) : places[i].lt(places[i + 1]));
  return at::stack(
      each(meshgrid(Tensors(count, self), "ij"), [&](const Tensor& grid) { return grid.masked_select(mask); }), 1);
}

Tensor atleast_1d(const Tensor& self) { return self.dim() == 0 ? self.reshape(1) : self; }
Tensor atleast_2d(const Tensor& self) {
  if (self.dim() == 0) return self.reshape({1, 1});
  return self.dim() == 1 ? self.unsqueeze(0) : self;
}
Tensor atleast_3d(const Tensor& self) {
  if (self.dim() == 0) return self.reshape({1, 1, 1});
  if (self.dim() == 1) return self.unsqueeze(0).unsqueeze(-1);
  return self.dim() == 2 ? self.unsqueeze(-1) : self;
}
std::vector<Tensor> atleast_1d(TensorList tensors) {
  return each(tensors, [](const Tensor& tensor) { return atleast_1d(tensor); });
}
std::vector<Tensor> atleast_2d(TensorList tensors) {
  return each(tensors, [](const Tensor& tensor) { return atleast_2d(tensor); });
}
std::vector<Tensor> atleast_3d(TensorList tensors) {
  return each(tensors, [](const Tensor& tensor) { return atleast_3d(tensor); });
}

std::vector<Tensor> tensor_split(const Tensor& self, c10::IntArrayRef indices, std::int64_t dim) {
  sizes_as_numbers("tensor_split", self);
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Shape,
                  "tensor_split: expected at least a 1-dimensional tensor, but got a tensor with 0 dims");
  const std::int64_t along = dimension_of("tensor_split", dim, self.dim());
  Tensors out;
  std::int64_t start = 0;
  for (const std::int64_t end : indices) {
    out.push_back(self.slice(along, start, end));
    start = end;
  }
  out.push_back(self.slice(along, start, self.size(along)));
  return out;
}

std::vector<Tensor> tensor_split(const Tensor& self, const Tensor& tensor_indices_or_sections, std::int64_t dim) {
  sizes_as_numbers("tensor_split", self, tensor_indices_or_sections);
  const Tensor& given = tensor_indices_or_sections;
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Shape,
                  "tensor_split: expected at least a 1-dimensional tensor, but got a tensor with 0 dims");
  MODECHECK_CHECK(given.is_cpu() && given.scalar_type() == c10::kLong, ErrorClass::Dtype,
                  "tensor_split: expected tensor_indices_or_sections to be an int64 tensor on cpu, but got ",
                  given.scalar_type(), " on ", given.device());
  MODECHECK_CHECK(given.dim() <= 1, ErrorClass::Shape,
                  "tensor_split: expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional "
                  "tensor, but got a tensor with ",
                  given.dim(), " dims");
  if (given.dim() == 0) return at::tensor_split(self, given.item<std::int64_t>(), dim);
  require_values("tensor_split", given);
  const Tensor dense = given.contiguous();
  return at::tensor_split(self, c10::IntArrayRef(dense.data_ptr<std::int64_t>(), dense.numel()), dim);
}

#define MODECHECK_SPLIT(name, rank, along)                                                       \
  std::vector<Tensor> name(const Tensor& self, std::int64_t sections) {                          \
    const auto body = [&] {                                                                      \
      const std::int64_t dim = in_rank("torch." #name, self, rank, along);                       \
      return at::tensor_split(self, checked_sections("torch." #name, self, dim, sections), dim); \
    };                                                                                           \
    return traced_composite<operators::name##_int>(body, self, sections);                        \
  }                                                                                              \
  std::vector<Tensor> name(const Tensor& self, c10::IntArrayRef indices) {                       \
    return at::tensor_split(self, indices, in_rank("torch." #name, self, rank, along));          \
  }
MODECHECK_SPLIT(hsplit, 1, self.dim() == 1 ? 0 : 1)
MODECHECK_SPLIT(vsplit, 2, 0)
MODECHECK_SPLIT(dsplit, 3, 2)
#undef MODECHECK_SPLIT

std::vector<Tensor> unsafe_chunk(const Tensor& self, std::int64_t chunks, std::int64_t dim) {
  return untracked("chunk", self, [&] { return self.chunk(chunks, dim); });
}
std::vector<Tensor> unsafe_split(const Tensor& self, std::int64_t split_size, std::int64_t dim) {
  return untracked("split", self, [&] { return self.split(split_size, dim); });
}
std::vector<Tensor> unsafe_split_with_sizes(const Tensor& self, c10::IntArrayRef split_sizes, std::int64_t dim) {
  return untracked("split_with_sizes", self, [&] { return self.split_with_sizes(split_sizes, dim); });
}

Tensor diag(const Tensor& self, std::int64_t diagonal) {
  MODECHECK_CHECK(self.dim() == 1 || self.dim() == 2, ErrorClass::Shape, "diag(): Supports 1D or 2D tensors. Got ",
                  self.dim(), "D");
  return self.dim() == 1 ? diag_embed(self, diagonal) : self.diagonal(diagonal).clone(c10::MemoryFormat::Contiguous);
}

Tensor diagflat(const Tensor& self, std::int64_t offset) { return at::diag(self.contiguous().view(-1), offset); }

static void replace(const char* name, const Tensor& place, const Tensor& src) {
  sizes_as_numbers(name, place, src);
  MODECHECK_CHECK(place.is_same_size(src), ErrorClass::Shape, name,
                  ": expected src to have a size equal to a slice of self. src size = ", src.sizes(),
                  ", slice size = ", place.sizes());
  place.copy_(src);
}
Tensor diagonal_scatter(const Tensor& self, const Tensor& src, std::int64_t offset, std::int64_t dim1,
                        std::int64_t dim2) {
  const Tensor out = self.clone();
  replace("diagonal_scatter", out.diagonal(offset, dim1, dim2), src);
  return out;
}
Tensor as_strided_scatter(const Tensor& self, const Tensor& src, c10::IntArrayRef size, c10::IntArrayRef stride,
                          c10::optional<std::int64_t> storage_offset) {
  const Tensor out = self.clone();
  replace("as_strided_scatter", out.as_strided(size, stride, storage_offset), src);
  return out;
}

Tensor tril_indices(std::int64_t row, std::int64_t col, std::int64_t offset, TensorOptions options) {
  return triangle_indices("tril_indices", row, col, offset, /*lower=*/true, options);
}
Tensor triu_indices(std::int64_t row, std::int64_t col, std::int64_t offset, TensorOptions options) {
  return triangle_indices("triu_indices", row, col, offset, /*lower=*/false, options);
}

Tensor moveaxis(const Tensor& self, c10::IntArrayRef source, c10::IntArrayRef destination) {
  return self.movedim(source, destination);
}
Tensor moveaxis(const Tensor& self, std::int64_t source, std::int64_t destination) {
  return self.movedim(source, destination);
}

Tensor fliplr(const Tensor& self) {
  MODECHECK_CHECK(self.dim() >= 2, ErrorClass::Shape, "fliplr: Input must be >= 2-d, but got ", self.dim(), "-d");
  return self.flip(1);
}
Tensor flipud(const Tensor& self) {
  MODECHECK_CHECK(self.dim() >= 1, ErrorClass::Shape, "flipud: Input must be >= 1-d, but got ", self.dim(), "-d");
  return self.flip(0);
}

Tensor rot90(const Tensor& self, std::int64_t k, c10::IntArrayRef dims) {
  constexpr std::int64_t quarters = 4;
  MODECHECK_CHECK(dims.size() == 2, ErrorClass::Argument, "rot90: expected total rotation dims == 2, but got ",
                  dims.size());
  MODECHECK_CHECK(self.dim() >= 2, ErrorClass::Shape, "rot90: expected total dims >= 2, but got ", self.dim());
  for (const std::int64_t dim : dims)
    MODECHECK_CHECK(dim >= -self.dim() && dim < self.dim(), ErrorClass::Argument,
                    "rot90: Rotation dim out of range: ", dim);
  MODECHECK_CHECK(dims[0] != dims[1] && std::abs(dims[0] - dims[1]) != self.dim(), ErrorClass::Argument,
                  "rot90: expected rotation dims to be different, but got ", dims);
  const std::int64_t turns = (quarters + k % quarters) % quarters;
  if (turns == 2) return self.flip(dims);
  if (turns == 0) return self.clone(c10::MemoryFormat::Contiguous);
  // transpose_() is in place, because the result of transpose() would be a tracked view of the copy that flip() made.
  const Tensor out = self.flip(turns == 1 ? dims[1] : dims[0]);
  return out.transpose_(dims[0], dims[1]);
}

Tensor Tensor::matrix_H() const {
  MODECHECK_CHECK(dim() == 2 || dim() == 0, ErrorClass::Shape,
                  "tensor.H is only supported on matrices (2-D tensors). Got ", dim(), "-D tensor.");
  return dim() == 0 ? conj() : transpose(0, 1).conj();
}

Tensor adjoint(const Tensor& self) {
  MODECHECK_CHECK(self.dim() != 1, ErrorClass::Shape,
                  "tensor.adjoint() is only supported on matrices or batches of matrices. Got 1-D tensor.");
  return self.dim() == 0 ? self.conj() : self.transpose(-2, -1).conj();
}
Tensor Tensor::mH() const { return at::adjoint(*this); }

Tensor take_along_dim(const Tensor& self, const Tensor& indices, c10::optional<std::int64_t> dim) {
  return modecheck::engine::traced_composite<operators::take_along_dim>(
      [&]() -> Tensor {
        constexpr const char* name = "torch.take_along_dim()";
        if (!dim.has_value()) {
          const Tensor flat = self.view(-1);
          return flat.gather(0, indices.view(-1));
        }
        MODECHECK_CHECK(indices.scalar_type() == c10::kLong, ErrorClass::Dtype, name,
                        ": dtype of indices should be Long but got ", indices.scalar_type());
        MODECHECK_CHECK(self.dim() == indices.dim(), ErrorClass::Shape, name,
                        ": input and indices should have the same number of dimensions, but got ", self.dim(), " and ",
                        indices.dim());
        MODECHECK_CHECK(self.dim() > 0, ErrorClass::Dimension, name, ": Dimension specified as ", *dim,
                        " but tensor has no dimensions");
        const std::int64_t along = dimension_of(name, *dim, self.dim());
        SizeList wide = self.sizes().vec();
        SizeList picked = indices.sizes().vec();
        std::swap(wide[along], picked[along]);
        const Tensor places = indices.expand(broadcast_sizes(name, wide, indices.sizes()));
        return self.expand(broadcast_sizes(name, picked, self.sizes())).gather(along, places);
      },
      self, indices, dim);
}

Tensor argwhere(const Tensor& self) { return self.nonzero(); }

namespace {

// Adds the repeats of `count` indices to the number of elements.
void add_repeats(std::int64_t times, std::int64_t count, std::int64_t& total) {
  MODECHECK_CHECK(times >= 0, ErrorClass::Argument, "repeat_interleave: repeats can not be negative, but got ", times);
  std::int64_t more = 0;
  MODECHECK_CHECK(!__builtin_mul_overflow(times, count, &more) && !__builtin_add_overflow(total, more, &total) &&
                      total <= most_numbers,
                  ErrorClass::Shape, "repeat_interleave: ", times, " repeats are more elements than can be counted");
}

void check_output_size(c10::optional<std::int64_t> output_size, std::int64_t total) {
  MODECHECK_CHECK(output_size.value_or(total) == total, ErrorClass::Argument,
                  "repeat_interleave: allocated size does not match required size: ", output_size.value_or(0), " and ",
                  total);
}

}  // namespace

Tensor repeat_interleave(const Tensor& repeats, c10::optional<std::int64_t> output_size) {
  sizes_as_numbers("repeat_interleave", repeats);
  MODECHECK_CHECK(repeats.dim() == 1, ErrorClass::Shape, "repeat_interleave only accept 1D vector as repeat, but got ",
                  repeats.dim(), "D");
  MODECHECK_CHECK(repeats.scalar_type() == c10::kLong || repeats.scalar_type() == c10::kInt, ErrorClass::Dtype,
                  "repeat_interleave: repeats has to be Long or Int tensor, but got ", repeats.scalar_type());
  if (repeats.numel() == 0) return at::empty({0}, repeats.options());
  require_values("repeat_interleave", repeats);
  const Tensor counts = modecheck::engine::on_host(repeats.to(c10::kLong).contiguous());
  const std::int64_t* const times = counts.data_ptr<std::int64_t>();
  std::int64_t total = 0;
  for (std::int64_t i = 0; i < counts.numel(); ++i) add_repeats(times[i], 1, total);
  check_output_size(output_size, total);
  const Tensor out = at::empty({total}, c10::kLong);
  MODECHECK_CHECK(out.has_bytes(), ErrorClass::Argument,
                  "repeat_interleave: Please convert all Tensors to FakeTensors first: a FakeTensorMode is active, and "
                  "the repeats are no fake tensor");
  std::int64_t* place = out.data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < counts.numel(); ++i) place = std::fill_n(place, times[i], i);
  return out.to(repeats.device(), repeats.scalar_type());
}

Tensor repeat_interleave(const Tensor& self, const Tensor& repeats, c10::optional<std::int64_t> dim,
                         c10::optional<std::int64_t> output_size) {
  sizes_as_numbers("repeat_interleave", self, repeats);
  const Tensor input = dim.has_value() ? self : self.flatten();
  const std::int64_t along = dim.value_or(0);
  Tensor times = repeats;
  if (repeats.dim() == 0 || (repeats.dim() == 1 && repeats.size(0) == 1)) {
    times = repeats.reshape(1).expand(input.size(along));
  } else {
    MODECHECK_CHECK(repeats.dim() == 1, ErrorClass::Shape, "repeats must be 0-dim or 1-dim tensor, but got ",
                    repeats.dim(), "-dim");
    MODECHECK_CHECK(repeats.size(0) == input.size(along), ErrorClass::Shape,
                    "repeats must have the same size as input along dim, but got ", repeats.size(0), " and ",
                    input.size(along));
  }
  return input.index_select(along, at::repeat_interleave(times, output_size));
}

Tensor repeat_interleave(const Tensor& self, std::int64_t repeats, c10::optional<std::int64_t> dim,
                         c10::optional<std::int64_t> output_size) {
  return traced_composite<operators::repeat_interleave_self_int>(
      [&]() -> Tensor {
        if (self.has_bytes())
          return at::repeat_interleave(self, at::full({1}, repeats, self.options().dtype(c10::kLong)), dim,
                                       output_size);
        // Without elements it does not matter which indices are repeated, but only how many there are.
        const Tensor input = dim.has_value() ? self : self.flatten();
        const std::int64_t along = dim.value_or(0);
        std::int64_t total = 0;
        if (const std::int64_t count = input.size(along); count > 0) {
          add_repeats(repeats, count, total);
          check_output_size(output_size, total);
        }
        return input.index_select(along, at::empty({total}, input.options().dtype(c10::kLong)));
      },
      self, repeats, dim, output_size);
}

Tensor Tensor::sum_to_size(c10::IntArrayRef size) const {
  return traced_composite<operators::sum_to_size>(
      [&]() -> Tensor {
        const std::size_t rank = sizes().size();
        bool fits = size.size() <= rank;
        const std::size_t leading = fits ? rank - size.size() : 0;
        SizeList reduced(leading);
        std::iota(reduced.begin(), reduced.end(), 0);
        for (std::size_t d = leading; fits && d < rank; ++d) {
          fits = size[d - leading] == sizes()[d] || size[d - leading] == 1;
          if (size[d - leading] == 1 && sizes()[d] != 1) reduced.push_back(static_cast<std::int64_t>(d));
        }
        MODECHECK_CHECK(fits, ErrorClass::Shape, "sum_to_size: size {", size, "} is not expandable to size {", sizes(),
                        "}.");
        if (size.empty()) return sum();
        const Tensor out = reduced.empty() ? *this : sum(reduced, /*keepdim=*/true);
        return leading > 0 ? out.view(size) : out;
      },
      *this, size);
}

Tensor& Tensor::fill_diagonal_(const c10::Scalar& fill_value, bool wrap) const {
  MODECHECK_CHECK(dim() >= 2, ErrorClass::Shape, "fill_diagonal_: dimensions must larger than 1, but got ", dim());
  sizes_as_numbers("fill_diagonal_", *this);
  const std::int64_t height = size(0);
  const std::int64_t width = size(1);
  for (std::int64_t d = 1; dim() > 2 && d < dim(); ++d)
    MODECHECK_CHECK(size(d) == height, ErrorClass::Shape,
                    "fill_diagonal_: all dimensions of input must be of equal length, but the sizes are ", sizes());
  const std::int64_t distance = std::accumulate(strides().begin(), strides().end(), std::int64_t{0});
  const std::int64_t length = std::min(height, width);
  as_strided(length, distance, storage_offset()).fill_(fill_value);
  if (wrap && dim() == 2 && height > width + 1) {
    const std::int64_t step = width + 1;
    const std::int64_t again = (numel() + step - 1) / step - length;
    as_strided(again, distance, storage_offset() + stride(0) * step).fill_(fill_value);
  }
  return itself();
}

Tensor real(const Tensor& self) { return self.is_complex() ? at::view_as_real(self).select(-1, 0) : self; }
Tensor imag(const Tensor& self) {
  MODECHECK_CHECK(self.is_complex(), ErrorClass::Dtype,
                  "imag is not implemented for tensors with non-complex dtypes, such as ", self.scalar_type());
  return at::view_as_real(self).select(-1, 1);
}

}  // namespace modecheck_v1
}  // namespace at
