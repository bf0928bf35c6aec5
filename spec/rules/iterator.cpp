#include "spec/rules/iterator.h"

#include <algorithm>

namespace modecheck::spec {

bool broadcast_of(const IteratorInputs& inputs, Sizes& out) {
  out = sizes_of(inputs[0]);
  for (int i = 1; i < inputs.count; ++i)
    if (!broadcast(out, sizes_of(inputs[i]))) return false;
  return true;
}

namespace {

// TensorIterator's fast path: returns true if all inputs have the output's shape and one common layout that the output
// can take.
bool quick_output(const IteratorInputs& inputs, const Sizes& sizes, Geometry& result) {
  bool contiguous = true;
  bool channels_last = true;
  bool dense = true;
  bool same_strides = true;
  const Geometry& last = inputs[inputs.count - 1];
  for (int i = 0; i < inputs.count; ++i) {
    const Geometry& input = inputs[i];
    if (!same_sizes(input, last)) return false;
    contiguous &= is_contiguous(input);
    channels_last &= input.rank == 4 && is_channels_last(input);
    dense &= is_non_overlapping_and_dense(input);
    same_strides &= std::equal(input.strides.begin(), input.strides.begin() + input.rank, last.strides.begin());
  }
  if (contiguous) {
    set_contiguous(result, sizes);
  } else if (channels_last) {
    set_channels_last(result, sizes);
  } else if (dense && same_strides) {
    result.rank = last.rank;
    result.sizes = last.sizes;
    result.strides = last.strides;
  } else {
    return false;
  }
  return true;
}

// Returns the stride of an input along a dimension of the output. It is 0 where the input is broadcast.
std::int64_t stride_along(const Geometry& input, const Sizes& sizes, int dim) {
  const int own = dim - (sizes.rank - input.rank);
  if (own < 0) return 0;
  if (input.sizes[at(own)] == 1 && sizes[dim] != 1) return 0;
  return std::int64_t{input.strides[at(own)]} * item_size(input.dtype);
}

}  // namespace

void iterator_output(const IteratorInputs& inputs, const Sizes& sizes, Geometry& result) {
  if (quick_output(inputs, sizes, result)) return;
  set_contiguous(result, sizes);
  if (sizes.rank < 2) return;
  // Orders the dimensions from the fastest to the slowest. For each pair of dimensions, the first input with nonzero
  // strides in both dimensions decides.
  std::array<int, kMaxRank> order{};
  for (int i = 0; i < sizes.rank; ++i) order[at(i)] = sizes.rank - 1 - i;
  const auto compare = [&](int a, int b) {
    for (int i = 0; i < inputs.count; ++i) {
      const std::int64_t stride_a = stride_along(inputs[i], sizes, a);
      const std::int64_t stride_b = stride_along(inputs[i], sizes, b);
      if (stride_a == 0 || stride_b == 0) continue;
      if (stride_a != stride_b) return stride_a < stride_b ? -1 : 1;
      if (sizes[a] > sizes[b]) return 1;
    }
    return 0;
  };
  bool row_major = true;
  for (int i = 1; i < sizes.rank; ++i) {
    int moving = i;
    for (int j = i - 1; j >= 0; --j) {
      const int comparison = compare(order[at(j)], order[at(moving)]);
      if (comparison < 0) break;
      if (comparison == 0) continue;
      std::swap(order[at(j)], order[at(moving)]);
      moving = j;
      row_major = false;
    }
  }
  if (row_major) return;
  std::int64_t stride = 1;
  for (int i = 0; i < sizes.rank; ++i) {
    const int dim = order[at(i)];
    result.strides[at(dim)] = static_cast<std::int32_t>(stride);
    stride *= sizes[dim];
  }
}

Geometry converted(const Geometry& tensor, DType dtype) {
  Geometry out = tensor;
  out.dtype = dtype;
  if (tensor.dtype == dtype) return out;
  set_preserved(out, tensor);
  out.storage = 0;  // the copy shares no memory with another tensor
  return out;
}

void check_overlap(const Geometry& target, const IteratorInputs& inputs, Reasons& reasons) {
  reasons.add_if(has_internal_overlap(target), ErrorClass::Overlap);
  for (int i = 0; i < inputs.count; ++i) {
    if (inputs.tensors[at(i)] == &target) continue;
    reasons.add_if(overlap_of(target, inputs[i]) == Overlap::Partial, ErrorClass::Overlap);
  }
}

}  // namespace modecheck::spec
