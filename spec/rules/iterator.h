// The decisions of libtorch's TensorIterator: the broadcast shape, the strides of the output, and whether a target may
// be written. Every pointwise operator and every copy goes through it.
#pragma once

#include "spec/rules/reasons.h"
#include "spec/rules/shape.h"

namespace modecheck::spec {

struct IteratorInputs {
  static constexpr int capacity = 1 + kMaxRank;  // enough for an index operator: `self` and an index per dimension
  std::array<const Geometry*, capacity> tensors{};
  int count = 0;

  void add(const Geometry* tensor) { tensors[at(count++)] = tensor; }
  const Geometry& operator[](int i) const { return *tensors[at(i)]; }
};

// The broadcast of all inputs; false if they do not fit.
bool broadcast_of(const IteratorInputs& inputs, Sizes& out);

// Sizes and strides of a fresh output (`result.dtype` is left alone). `sizes` is the broadcast of the inputs, of rank
// at most kMaxRank.
void iterator_output(const IteratorInputs& inputs, const Sizes& sizes, Geometry& result);

// The geometry of the temporary copy that the iterator reads when it first converts an input to `dtype`.
Geometry converted(const Geometry& tensor, DType dtype);

// Adds a reason if `target` may not be written while `inputs` are read. An input that is the target itself (the same
// object) is allowed.
void check_overlap(const Geometry& target, const IteratorInputs& inputs, Reasons& reasons);

}  // namespace modecheck::spec
