// The composite operators, as the operators they are made of (D4).
#include <algorithm>
#include <vector>

#include "engine/autograd/history.h"
#include "engine/backends/iterate/view_strides.h"
#include "engine/core/allocate.h"
#include "engine/dispatch/call.h"

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

struct UnsafeViewBackward final : public Node {
  explicit UnsafeViewBackward(const at::Tensor& source) : sizes_(source.sizes().vec()) {}
  std::string name() const override { return "UnsafeViewBackward0"; }
  variable_list apply(variable_list&& gradients) override {
    variable_list out(1);
    if (gradients[0].defined()) out[0] = call<operators::reshape>(gradients[0], sizes_);
    return out;
  }

 private:
  std::vector<std::int64_t> sizes_;
};

// A fresh, contiguous, otherwise unused tensor under other sizes: nobody can tell that it is an alias, so none is
// tracked.
at::Tensor unsafe_view(const at::Tensor& fresh, c10::IntArrayRef sizes) {
  Dims strides(static_cast<int>(sizes.size()), 1);
  for (int i = static_cast<int>(sizes.size()) - 2; i >= 0; --i)
    strides[i] = strides[i + 1] * std::max<std::int64_t>(sizes[static_cast<std::size_t>(i) + 1], 1);
  at::Tensor out = make_alias(fresh, sizes, strides, fresh.storage_offset());
  if (fresh.requires_grad()) {
    HistoryTransaction transaction;
    const NodePtr node = NodePtr::reclaim(new UnsafeViewBackward(fresh));
    node->add_next_edge(gradient_edge(fresh, transaction));
    set_history(out, node);
    transaction.commit();
  }
  return out;
}

at::Tensor reshape_to(const char* op, const at::Tensor& self, c10::IntArrayRef shape) {
  const Dims sizes = inferred(op, shape, self.numel());
  Dims strides;
  if (backends::view_strides(self.sizes(), self.strides(), sizes, strides)) return call<operators::view>(self, sizes);
  return unsafe_view(call<operators::clone>(self, c10::MemoryFormat::Contiguous), sizes);
}

std::int64_t wrapped(const char* op, std::int64_t dim, std::int64_t rank) {
  const std::int64_t range = std::max<std::int64_t>(rank, 1);
  MODECHECK_CHECK(dim >= -range && dim < range, ErrorClass::Dimension, op,
                  ": Dimension out of range (expected to be in range of [", -range, ", ", range - 1, "], but got ", dim,
                  ")");
  return dim < 0 ? dim + range : dim;
}

// The product of stacks of matrices whose leading dimensions broadcast.
at::Tensor batched_product(const at::Tensor& left, const at::Tensor& right) {
  const auto batch_of = [](const at::Tensor& t) { return t.sizes().slice(0, t.sizes().size() - 2); };
  const c10::IntArrayRef a = batch_of(left);
  const c10::IntArrayRef b = batch_of(right);
  std::vector<std::int64_t> batch(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const std::int64_t x = i < a.size() ? a[a.size() - 1 - i] : 1;
    const std::int64_t y = i < b.size() ? b[b.size() - 1 - i] : 1;
    MODECHECK_CHECK(x == y || x == 1 || y == 1, ErrorClass::Shape, "matmul: the batches ", a, " and ", b,
                    " do not broadcast");
    batch[batch.size() - 1 - i] = x == 1 ? y : x;
  }
  std::int64_t count = 1;
  for (std::int64_t size : batch) count *= size;
  const auto matrices = [&](const at::Tensor& t) {
    std::vector<std::int64_t> sizes = batch;
    sizes.push_back(t.size(-2));
    sizes.push_back(t.size(-1));
    const std::vector<std::int64_t> flat{count, t.size(-2), t.size(-1)};
    return call<operators::reshape>(call<operators::expand>(t, sizes, false), flat);
  };
  MODECHECK_CHECK(left.size(-1) == right.size(-2), ErrorClass::Shape, "matmul: the sizes ", left.sizes(), " and ",
                  right.sizes(), " do not fit");
  std::vector<std::int64_t> sizes = batch;
  sizes.push_back(left.size(-2));
  sizes.push_back(right.size(-1));
  if (count == 0) return call<operators::zeros>(sizes, left.scalar_type(), c10::nullopt, left.device(), c10::nullopt);
  const at::Tensor l = matrices(left);
  const at::Tensor r = matrices(right);
  std::vector<at::Tensor> products;
  for (std::int64_t i = 0; i < count; ++i)
    products.push_back(call<operators::mm>(call<operators::select_int>(l, 0, i), call<operators::select_int>(r, 0, i)));
  return unsafe_view(call<operators::stack>(at::TensorList(products), 0), sizes);
}

}  // namespace

template <>
at::Tensor Composite<operators::reshape>::call(const at::Tensor& self, c10::IntArrayRef shape) {
  return reshape_to("reshape", self, shape);
}

template <>
at::Tensor Composite<operators::view_as>::call(const at::Tensor& self, const at::Tensor& other) {
  if (!other.defined()) detail::reject_undefined("view_as");
  return engine::call<operators::view>(self, other.sizes());
}

template <>
at::Tensor Composite<operators::narrow>::call(const at::Tensor& self, std::int64_t dim, std::int64_t start,
                                              std::int64_t length) {
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Dimension, "narrow: cannot be applied to a 0-dim tensor");
  MODECHECK_CHECK(length >= 0, ErrorClass::Argument, "narrow: length must be non-negative, got ", length);
  const std::int64_t size = self.sizes()[static_cast<std::size_t>(wrapped("narrow", dim, self.dim()))];
  std::int64_t from = start;
  // Only the end itself is a start that need not be an element.
  if (from != size) {
    const std::int64_t range = std::max<std::int64_t>(size, 1);
    MODECHECK_CHECK(from >= -range && from < range, ErrorClass::Index, "narrow: start ", start, " is out of range of [",
                    -range, ", ", range - 1, "]");
    if (from < 0) from += range;
  }
  MODECHECK_CHECK(from <= size - length, ErrorClass::Index, "narrow: start (", from, ") + length (", length,
                  ") exceeds dimension size (", size, ")");
  return engine::call<operators::slice_Tensor>(self, dim, from, from + length, 1);
}

template <>
std::vector<at::Tensor> Composite<operators::chunk>::call(const at::Tensor& self, std::int64_t chunks,
                                                          std::int64_t dim) {
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Dimension, "chunk: expects at least a 1-dimensional tensor");
  MODECHECK_CHECK(chunks > 0, ErrorClass::Argument, "chunk: expects `chunks` to be greater than 0, got ", chunks);
  const std::int64_t size = self.sizes()[static_cast<std::size_t>(wrapped("chunk", dim, self.dim()))];
  if (size == 0) {
    // As many empty parts as were asked for, each of them a part of a multi-output view.
    std::vector<at::Tensor> parts;
    for (std::int64_t i = 0; i < chunks; ++i) {
      parts.push_back(engine::call<operators::slice_Tensor>(self, dim, 0, 0, 1));
      if (DifferentiableViewMeta* const view = get_view_autograd_meta(parts.back()); view != nullptr)
        if (view->get_creation_meta() == CreationMeta::DEFAULT)
          view->set_creation_meta(CreationMeta::MULTI_OUTPUT_NODE);
    }
    return parts;
  }
  return engine::call<operators::split_Tensor>(self, (size + chunks - 1) / chunks, dim);
}

template <>
at::Tensor Composite<operators::contiguous>::call(const at::Tensor& self, c10::MemoryFormat memory_format) {
  MODECHECK_CHECK(memory_format != c10::MemoryFormat::Preserve, ErrorClass::Argument,
                  "contiguous: preserve memory format is unsupported by the contiguous operator");
  if (memory_format == c10::MemoryFormat::Contiguous && self.is_contiguous()) return self;
  return engine::call<operators::clone>(self, memory_format);
}

template <>
at::Tensor Composite<operators::to_dtype>::call(const at::Tensor& self, c10::ScalarType dtype, bool non_blocking,
                                                bool copy, c10::optional<c10::MemoryFormat> memory_format) {
  if (!copy && self.scalar_type() == dtype) return self;
  return engine::call<operators::_to_copy>(self, dtype, c10::nullopt, c10::nullopt, c10::nullopt, non_blocking,
                                           memory_format.value_or(c10::MemoryFormat::Preserve));
}

template <>
at::Tensor Composite<operators::softmax_int>::call(const at::Tensor& self, std::int64_t dim,
                                                   c10::optional<c10::ScalarType> dtype) {
  const at::Tensor converted =
      dtype.has_value() ? engine::call<operators::to_dtype>(self, *dtype, false, false, c10::nullopt) : self;
  return engine::call<operators::_softmax>(converted, dim, false);
}

template <>
at::Tensor Composite<operators::matmul>::call(const at::Tensor& self, const at::Tensor& other) {
  if (!self.defined() || !other.defined()) detail::reject_undefined("matmul");
  MODECHECK_CHECK(self.dim() > 0 && other.dim() > 0, ErrorClass::Shape,
                  "matmul: both arguments to matmul need to be at least 1D, but they are ", self.dim(), "D and ",
                  other.dim(), "D");
  if (self.dim() == 2 && other.dim() == 2) return engine::call<operators::mm>(self, other);
  // A vector becomes a matrix of one row or column, and its dimension is taken out of the product again.
  const bool row = self.dim() == 1;
  const bool column = other.dim() == 1;
  const at::Tensor left = row ? engine::call<operators::unsqueeze>(self, 0) : self;
  const at::Tensor right = column ? engine::call<operators::unsqueeze>(other, 1) : other;
  at::Tensor product =
      left.dim() == 2 && right.dim() == 2 ? engine::call<operators::mm>(left, right) : batched_product(left, right);
  if (column) engine::call<operators::squeeze__dim>(product, -1);
  if (row) engine::call<operators::squeeze__dim>(product, column ? -1 : -2);
  return product;
}

}  // namespace modecheck::engine
