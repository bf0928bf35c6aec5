// Implements the kernels of cat and stack.
#include "spec/operators/joining.h"

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/resize.h"
#include "engine/backends/cpu/memory/safe_output.h"
#include "engine/backends/cpu/memory/write_result.h"
#include "engine/backends/iterate/geometry.h"
#include "engine/backends/iterate/layout.h"
#include "engine/backends/iterate/promotion.h"
#include "engine/backends/iterate/view_strides.h"
#include "engine/backends/meta/bytes.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"

namespace modecheck::engine {
namespace backends {
namespace {

c10::ScalarType common_dtype(at::TensorList tensors) {
  Promotion promotion;
  for (const at::Tensor& tensor : tensors) promotion.add_tensor(tensor.scalar_type(), tensor.dim() > 0);
  return promotion.result();
}

void check_devices(const char* name, at::TensorList tensors) {
  for (const at::Tensor& tensor : tensors) check_same_device(name, tensors[0], tensor);
}

// Returns true for a vector without elements. cat skips such a tensor, whatever the other tensors' dimensions: in old
// versions of PyTorch every empty tensor had this shape.
bool is_skipped(const at::Tensor& tensor) { return tensor.dim() == 1 && tensor.sizes()[0] == 0; }

// The checked arguments of a cat, and the geometry of its result.
struct Cat {
  int dimension = 0;
  Dims sizes;
  Dims strides;
  c10::ScalarType dtype = c10::kFloat;
};

Cat checked_cat(at::TensorList tensors, std::int64_t dim) {
  MODECHECK_CHECK(!tensors.empty(), ErrorClass::Argument, "cat: expected a non-empty list of Tensors");
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    MODECHECK_CHECK(tensors[i].dim() > 0, ErrorClass::Shape, "cat: zero-dimensional tensor (at position ", i,
                    ") cannot be concatenated; use stack");
    check_rank("cat", tensors[i].sizes().size());
  }
  check_devices("cat", tensors);
  Cat out;
  out.dtype = common_dtype(tensors);
  const at::Tensor* first = nullptr;
  for (const at::Tensor& tensor : tensors) {
    if (is_skipped(tensor)) continue;
    first = &tensor;
    break;
  }
  if (first == nullptr) {
    // If all tensors of a cat are vectors without elements, the result is also a vector without elements. `dim` is then
    // not checked.
    out.sizes.assign(1, 0);
    out.strides.assign(1, 1);
    return out;
  }
  out.dimension = static_cast<int>(wrap_dimension("cat", dim, first->dim()));
  out.sizes.assign(first->sizes());
  out.sizes[out.dimension] = 0;
  bool channels_last = true;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const at::Tensor& tensor = tensors[i];
    if (!strides_suggest_channels_last(tensor.sizes(), tensor.strides())) channels_last = false;
    if (is_skipped(tensor)) continue;
    MODECHECK_CHECK(tensor.dim() == first->dim(), ErrorClass::Shape,
                    "cat: Tensors must have same number of dimensions: got ", first->dim(), " and ", tensor.dim());
    for (int d = 0; d < out.sizes.size(); ++d) {
      const std::int64_t size = tensor.sizes()[static_cast<std::size_t>(d)];
      if (d == out.dimension) {
        out.sizes[d] += size;
      } else {
        MODECHECK_CHECK(size == out.sizes[d], ErrorClass::Shape,
                        "cat: Sizes of tensors must match except in dimension ", out.dimension, ". Expected size ",
                        out.sizes[d], " but got size ", size, " for tensor number ", i, " in the list.");
      }
    }
  }
  if (channels_last) {
    channels_last_strides(out.sizes, out.strides);
  } else {
    contiguous_strides(out.sizes, out.strides);
  }
  return out;
}

// Writes the concatenation to `out`. One alias of `out` moves from slice to slice, so that no allocation can fail after
// the first write (rule E1).
void write_cat(at::TensorList tensors, int dimension, const at::Tensor& out) {
  at::Tensor part;
  std::int64_t start = 0;
  for (const at::Tensor& tensor : tensors) {
    if (is_skipped(tensor)) continue;
    const std::int64_t end = start + tensor.sizes()[static_cast<std::size_t>(dimension)];
    if (tensor.numel() != 0) {
      Geometry place(out.sizes(), out.strides(), out.storage_offset());
      place.slice(dimension, start, end, 1);
      if (part.defined())
        part.unsafeGetTensorImpl()->set_geometry(place.sizes, place.strides, place.offset);
      else
        part = make_alias(out, place.sizes, place.strides, place.offset);
      copy_elements(part, tensor);
    }
    start = end;
  }
}

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

template <>
at::Tensor Kernel<operators::cat>::call(at::TensorList tensors, std::int64_t dim) {
  const Cat cat = checked_cat(tensors, dim);
  at::Tensor out = empty_strided(cat.sizes, cat.strides, cat.dtype, tensors[0].device());
  if (has_bytes(out)) write_cat(tensors, cat.dimension, out);
  return out;
}

template <>
void Kernel<operators::cat_out>::call(at::TensorList tensors, std::int64_t dim, const at::Tensor& out) {
  const c10::ScalarType joined = common_dtype(tensors);
  MODECHECK_CHECK(tensors.empty() || c10::canCast(joined, out.scalar_type()), ErrorClass::Dtype, "cat: input types (",
                  joined, ") can't be cast to the desired output type ", out.scalar_type());
  const Cat cat = checked_cat(tensors, dim);
  check_rank("cat", out.sizes().size());
  check_same_device("cat", tensors[0], out);
  // `out` must not overlap an input. If `out` will be resized, the check uses the sizes and strides that `out` will
  // have afterwards.
  const bool resizes = !out.sizes().equals(cat.sizes);
  if (!resizes) check_no_internal_overlap("cat", out);
  bool joins = false;
  for (const at::Tensor& tensor : tensors) joins = joins || !is_skipped(tensor);
  for (const at::Tensor& tensor : tensors)
    if (joins) check_no_overlap("cat", out, cat.sizes, resizes ? c10::IntArrayRef(cat.strides) : out.strides(), tensor);
  if (resizes) {
    // Compute the result of cat first, so that a failure leaves `out` unchanged (rule E1).
    const at::Tensor finished = empty_strided(cat.sizes, cat.strides, out.scalar_type(), out.device());
    if (has_bytes(finished)) write_cat(tensors, cat.dimension, finished);
    return move_result("cat", finished, out, Resized::AsTheResult);
  }
  if (!has_bytes(out)) return;
  bool apart = may_overlap_itself(out);
  for (const at::Tensor& tensor : tensors) apart = apart || out.is_alias_of(tensor);
  SafeOutput safe(out, apart);
  write_cat(tensors, cat.dimension, safe.target());
  safe.finish();
}

// stack: gives every tensor a new dimension of size one at `dim`, and concatenates the tensors along it. The strides of
// the result come from a cat of the original tensors along their dimension `dim`: this dimension of the cat is split in
// two.
template <>
at::Tensor Kernel<operators::stack>::call(at::TensorList tensors, std::int64_t dim) {
  MODECHECK_CHECK(!tensors.empty(), ErrorClass::Argument, "stack: expects a non-empty list of Tensors");
  const at::Tensor& first = tensors[0];
  check_rank("stack", first.sizes().size() + 1);
  const auto dimension = static_cast<int>(wrap_dimension("stack", dim, first.dim() + 1));
  for (std::size_t i = 1; i < tensors.size(); ++i)
    MODECHECK_CHECK(tensors[i].sizes().equals(first.sizes()), ErrorClass::Shape,
                    "stack: expects each tensor to be equal size, but got ", first.sizes(), " at entry 0 and ",
                    tensors[i].sizes(), " at entry ", i);
  check_devices("stack", tensors);
  std::vector<at::Tensor> rows;
  rows.reserve(tensors.size());
  for (const at::Tensor& tensor : tensors) {
    Geometry row(tensor.sizes(), tensor.strides(), tensor.storage_offset());
    row.unsqueeze(dimension);
    rows.push_back(make_alias(tensor, row.sizes, row.strides, row.offset));
  }
  const Cat stacked = checked_cat(rows, dimension);
  Dims strides(stacked.strides);
  if (dimension < first.dim()) {
    const Cat joined = checked_cat(tensors, dimension);
    MODECHECK_INVARIANT(view_strides(joined.sizes, joined.strides, stacked.sizes, strides));
  }
  at::Tensor out = empty_strided(stacked.sizes, strides, common_dtype(tensors), first.device());
  if (has_bytes(out)) write_cat(rows, dimension, out);
  return out;
}

}  // namespace modecheck::engine
