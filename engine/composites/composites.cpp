// The bodies of composite operators. Each body calls other operators (rule D4).
#include "spec/operators/composites.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <vector>

#include "engine/autograd/graph/composite_transaction.h"
#include "engine/backends/iterate/view_strides.h"
#include "engine/composites/composition.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/call.h"
#include "engine/kernels/internal_composites.h"
#include "engine/tracing/traced_composite.h"
#include "spec/operators/copy.h"
#include "spec/operators/matrix.h"
#include "spec/operators/metadata.h"
#include "spec/operators/neural.h"
#include "spec/operators/reduction.h"
#include "spec/operators/view.h"

namespace modecheck::engine {
namespace {

using backends::Dims;
using backends::InferredSizes;

Dims inferred(const char* op, c10::IntArrayRef shape, std::int64_t numel) {
  Dims out;
  std::int64_t culprit = 0;
  MODECHECK_CHECK(shape.size() <= backends::max_dims, ErrorClass::Shape, op, ": more than ", backends::max_dims,
                  " dimensions: ", shape.size());
  switch (backends::infer_sizes(shape, numel, out, culprit)) {
    case InferredSizes::Ok:
      return out;
    case InferredSizes::TwoUnknown:
      raise(ErrorClass::Shape, op, ": only one dimension can be inferred, but the shape is ", shape);
    case InferredSizes::Negative:
      raise(ErrorClass::Shape, op, ": invalid shape dimension ", culprit, " in ", shape);
    case InferredSizes::Ambiguous:
      raise(ErrorClass::Shape, op, ": cannot reshape tensor of 0 elements into shape ", shape,
            " because the unspecified dimension size -1 can be any value and is ambiguous");
    case InferredSizes::Invalid:
      break;
  }
  raise(ErrorClass::Shape, op, ": shape '", shape, "' is invalid for input of size ", numel);
}

at::Tensor reshape_to(const char* op, const at::Tensor& self, c10::IntArrayRef shape) {
  const Dims sizes = inferred(op, shape, self.numel());
  Dims strides;
  if (backends::view_strides(self.sizes(), self.strides(), sizes, strides)) return call<operators::view>(self, sizes);
  return call<internal::_unsafe_view>(call<operators::clone>(self, c10::MemoryFormat::Contiguous), sizes);
}

using SizeList = std::vector<std::int64_t>;

// Returns whether matmul of a batch with one matrix or vector is computed as a single product. The matrices of the
// batch are then stacked into one matrix. A batch that is stored transposed would have to be copied for that, so this
// function returns false for it.
bool folds(const at::Tensor& batch, std::int64_t other_rank) {
  if (batch.dim() < 3 || other_rank > 2) return false;
  const bool lies_transposed = batch.dim() == 3 && other_rank == 2 && batch.strides()[2] != 1 &&
                               batch.strides()[0] == batch.sizes()[1] * batch.sizes()[2];
  return !lies_transposed;
}

at::Tensor folded_product(const at::Tensor& self, const at::Tensor& other) {
  // The batch must be the left operand of the single product. If it is the right operand, both operands are transposed
  // and swapped.
  const bool transposed = other.dim() > self.dim();
  const at::Tensor batch = transposed ? call<operators::transpose_int>(other, -2, -1) : self;
  const at::Tensor single = !transposed ? other : self.dim() == 2 ? call<operators::t>(self) : self;
  SizeList sizes = batch.sizes().vec();
  const std::int64_t inner = sizes.back();
  sizes.pop_back();
  std::int64_t rows = 1;
  for (std::int64_t size : sizes) rows *= size;
  const at::Tensor matrix = call<operators::reshape>(batch, SizeList{rows, inner});
  if (single.dim() == 1) return call<internal::_unsafe_view>(call<operators::mv>(matrix, single), sizes);
  const at::Tensor flat = call<operators::mm>(matrix, single);
  sizes.push_back(single.sizes()[1]);
  const at::Tensor product = call<internal::_unsafe_view>(flat, sizes);
  return transposed ? call<operators::contiguous>(call<operators::transpose_int>(product, -2, -1),
                                                  c10::MemoryFormat::Contiguous)
                    : product;
}

// Expands both operands to one batch of matrices.
at::Tensor batched_product(const at::Tensor& self, const at::Tensor& other) {
  const auto batch_of = [](const at::Tensor& tensor) {
    return tensor.dim() < 3 ? c10::IntArrayRef() : tensor.sizes().slice(0, tensor.sizes().size() - 2);
  };
  const c10::IntArrayRef a = batch_of(self);
  const c10::IntArrayRef b = batch_of(other);
  SizeList batch = broadcast_sizes("matmul", a, b);
  std::int64_t count = 1;
  for (const std::int64_t size : batch) count *= size;
  const auto expanded = [&](const at::Tensor& tensor, std::int64_t rows, std::int64_t columns) {
    SizeList wide = batch;
    wide.push_back(rows);
    wide.push_back(columns);
    return call<operators::reshape>(call<operators::expand>(tensor, wide, false), SizeList{count, rows, columns});
  };
  const std::int64_t rows = self.dim() > 1 ? self.size(-2) : 1;
  const at::Tensor left = expanded(self, rows, self.size(-1));
  const at::Tensor column = other.dim() == 1 ? call<operators::unsqueeze>(other, 1) : other;
  const std::int64_t columns = other.dim() > 1 ? other.size(-1) : 1;
  const at::Tensor right = expanded(column, column.size(-2), columns);
  at::Tensor product = call<operators::bmm>(left, right);
  if (other.dim() == 1) product = call<operators::squeeze_dim>(product, -1);
  if (self.dim() > 1) batch.push_back(rows);
  if (other.dim() > 1) batch.push_back(columns);
  return call<internal::_unsafe_view>(product, batch);
}

}  // namespace

template <>
at::Tensor Composite<operators::reshape>::call(const at::Tensor& self, c10::IntArrayRef shape) {
  return traced_composite<operators::reshape>([&] { return reshape_to("reshape", self, shape); }, self, shape);
}

template <>
at::Tensor Composite<operators::view_as>::call(const at::Tensor& self, const at::Tensor& other) {
  if (!other.defined()) detail::reject_undefined("view_as");
  return traced_composite<operators::view_as>([&] { return engine::call<operators::view>(self, other.sizes()); }, self,
                                              other);
}

template <>
at::Tensor Composite<operators::narrow>::call(const at::Tensor& self, std::int64_t dim, std::int64_t start,
                                              std::int64_t length) {
  const auto body = [&] {
    MODECHECK_CHECK(self.dim() > 0, ErrorClass::Dimension, "narrow: cannot be applied to a 0-dim tensor");
    MODECHECK_CHECK(length >= 0, ErrorClass::Argument, "narrow: length must be non-negative, got ", length);
    const std::int64_t size = self.sizes()[static_cast<std::size_t>(dimension_of("narrow", dim, self.dim()))];
    std::int64_t from = start;
    // As in libtorch `start` may be the size of the dimension, where nothing is left to select. Any other start must be
    // a valid index.
    if (from != size) {
      const std::int64_t range = std::max<std::int64_t>(size, 1);
      MODECHECK_CHECK(from >= -range && from < range, ErrorClass::Index, "narrow: start ", start,
                      " is out of range of [", -range, ", ", range - 1, "]");
      if (from < 0) from += range;
    }
    MODECHECK_CHECK(from <= size - length, ErrorClass::Index, "narrow: start (", from, ") + length (", length,
                    ") exceeds dimension size (", size, ")");
    return engine::call<operators::slice_Tensor>(self, dim, from, from + length, 1);
  };
  return traced_composite<operators::narrow>(body, self, dim, start, length);
}

template <>
std::vector<at::Tensor> Composite<operators::chunk>::call(const at::Tensor& self, std::int64_t chunks,
                                                          std::int64_t dim) {
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Dimension, "chunk: expects at least a 1-dimensional tensor");
  MODECHECK_CHECK(chunks > 0, ErrorClass::Index, "chunk: expects `chunks` to be greater than 0, got ", chunks);
  const std::int64_t size = self.sizes()[static_cast<std::size_t>(dimension_of("chunk", dim, self.dim()))];
  const auto body = [&]() -> std::vector<at::Tensor> {
    if (size == 0) {
      // split() would return one part of a dimension of size zero, but chunk() must return `chunks` empty parts. A list
      // cannot hold more parts than this limit.
      MODECHECK_CHECK(chunks <= std::numeric_limits<std::int32_t>::max(), ErrorClass::Argument, "chunk: ", chunks,
                      " chunks are more than can be kept in a list");
      const std::vector<std::int64_t> sizes(static_cast<std::size_t>(chunks), 0);
      return engine::call<operators::split_with_sizes>(self, sizes, dim);
    }
    return engine::call<operators::split_Tensor>(self, size / chunks + (size % chunks != 0 ? 1 : 0), dim);
  };
  return traced_composite<operators::chunk>(body, self, chunks, dim);
}

template <>
at::Tensor Composite<operators::contiguous>::call(const at::Tensor& self, c10::MemoryFormat memory_format) {
  MODECHECK_CHECK(memory_format != c10::MemoryFormat::Preserve, ErrorClass::Argument,
                  "contiguous: preserve memory format is unsupported by the contiguous operator");
  const auto body = [&]() -> at::Tensor {
    if (self.is_contiguous(memory_format)) return self;
    return engine::call<operators::clone>(self, memory_format);
  };
  return traced_composite<operators::contiguous>(body, self, memory_format);
}

namespace {

// Computes a variance or a standard deviation by `Op`. The unbiased estimate has a correction of one, and the biased
// one of zero.
template <typename Op>
auto spread(const at::Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased, bool keepdim) {
  return engine::call<Op>(self, dim, unbiased ? 1 : 0, keepdim);
}

using TensorPair = std::tuple<at::Tensor, at::Tensor>;

}  // namespace

#define MODECHECK_SPREAD(all, dimensions, corrected, Result)                                                         \
  template <>                                                                                                        \
  Result Composite<operators::all>::call(const at::Tensor& self, bool unbiased) {                                    \
    return spread<operators::corrected>(self, c10::nullopt, unbiased, false);                                        \
  }                                                                                                                  \
  template <>                                                                                                        \
  Result Composite<operators::dimensions>::call(const at::Tensor& self, c10::OptionalIntArrayRef dim, bool unbiased, \
                                                bool keepdim) {                                                      \
    return spread<operators::corrected>(self, dim, unbiased, keepdim);                                               \
  }
MODECHECK_SPREAD(var, var_dim, var_correction, at::Tensor)
MODECHECK_SPREAD(std_all, std_dim, std_correction, at::Tensor)
MODECHECK_SPREAD(var_mean, var_mean_dim, var_mean_correction, TensorPair)
MODECHECK_SPREAD(std_mean, std_mean_dim, std_mean_correction, TensorPair)
#undef MODECHECK_SPREAD

template <>
at::Tensor Composite<operators::to_dtype>::call(const at::Tensor& self, c10::ScalarType dtype, bool non_blocking,
                                                bool copy, c10::optional<c10::MemoryFormat> memory_format) {
  const auto format = memory_format.value_or(c10::MemoryFormat::Preserve);
  const bool lies_so = format == c10::MemoryFormat::Preserve || self.suggest_memory_format() == format;
  if (!copy && lies_so && self.scalar_type() == dtype) return self;
  return engine::call<operators::_to_copy>(self, dtype, c10::nullopt, c10::nullopt, c10::nullopt, non_blocking, format);
}

namespace {

template <typename Op>
at::Tensor converted_softmax(const at::Tensor& self, std::int64_t dim, c10::optional<c10::ScalarType> dtype) {
  CompositeTransaction transaction;
  const at::Tensor converted =
      dtype.has_value() ? engine::call<operators::to_dtype>(self, *dtype, false, false, c10::nullopt) : self;
  at::Tensor result = engine::call<Op>(converted, dim, false);
  transaction.commit();
  return result;
}

}  // namespace

template <>
at::Tensor Composite<operators::softmax_int>::call(const at::Tensor& self, std::int64_t dim,
                                                   c10::optional<c10::ScalarType> dtype) {
  return converted_softmax<operators::_softmax>(self, dim, dtype);
}

template <>
at::Tensor Composite<operators::log_softmax_int>::call(const at::Tensor& self, std::int64_t dim,
                                                       c10::optional<c10::ScalarType> dtype) {
  return converted_softmax<operators::_log_softmax>(self, dim, dtype);
}

template <>
at::Tensor Composite<operators::matmul>::call(const at::Tensor& self, const at::Tensor& other) {
  if (!self.defined() || !other.defined()) detail::reject_undefined("matmul");
  MODECHECK_CHECK(self.dim() > 0 && other.dim() > 0, ErrorClass::Shape,
                  "matmul: both arguments to matmul need to be at least 1D, but they are ", self.dim(), "D and ",
                  other.dim(), "D");
  if (self.dim() == 1 && other.dim() == 1) return engine::call<operators::dot>(self, other);
  if (self.dim() == 2 && other.dim() == 1) return engine::call<operators::mv>(self, other);
  if (self.dim() == 2 && other.dim() == 2) return engine::call<operators::mm>(self, other);
  const auto body = [&] {
    CompositeTransaction transaction;
    at::Tensor product;
    if (self.dim() == 1 && other.dim() == 2) {
      product = engine::call<operators::mm>(engine::call<operators::unsqueeze>(self, 0), other);
      engine::call<operators::squeeze__dim>(product, 0);
    } else if (folds(self, other.dim()) || folds(other, self.dim())) {
      product = folded_product(self, other);
    } else {
      product = batched_product(self, other);
    }
    transaction.commit();
    return product;
  };
  return traced_composite<operators::matmul>(body, self, other);
}

}  // namespace modecheck::engine
