// The decisions of libtorch's TensorIterator: the broadcast shape, the strides of the output, and whether a target may
// be written. Every pointwise operator and every copy uses TensorIterator.
#pragma once

#include "spec/rules/reasons.h"
#include "spec/rules/shape.h"

namespace modecheck::spec {

struct IteratorInputs {
  static constexpr int capacity = 1 + kMaxRank;  // the most inputs: `self` and an index for each dimension
  std::array<const Geometry*, capacity> tensors{};
  int count = 0;

  void add(const Geometry* tensor) { tensors[at(count++)] = tensor; }
  const Geometry& operator[](int i) const { return *tensors[at(i)]; }
};

// Computes the shape to which all inputs broadcast. Returns false if their shapes do not broadcast.
bool broadcast_of(const IteratorInputs& inputs, Sizes& out);

// Computes sizes and strides of a new output, and leaves `result.dtype` as it is. `sizes` is the broadcast shape of the
// inputs, with at most kMaxRank dimensions.
void iterator_output(const IteratorInputs& inputs, const Sizes& sizes, Geometry& result);

// Returns the geometry of a temporary copy of `tensor` in `dtype`. TensorIterator makes and reads such a copy if it
// converts an input first.
Geometry converted(const Geometry& tensor, DType dtype);

// Adds a reason to reject the call if `target` may not be written while `inputs` are read. An input that is the target
// itself (the same object) is allowed.
void check_overlap(const Geometry& target, const IteratorInputs& inputs, Reasons& reasons);

}  // namespace modecheck::spec
