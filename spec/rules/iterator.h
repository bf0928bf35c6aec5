// What libtorch's element-wise iterator decides: the broadcast shape, the strides of the output, whether a target may
// be written. Every pointwise operator and copy goes through it.
#pragma once

#include "spec/rules/reasons.h"
#include "spec/rules/shape.h"

namespace modecheck::spec {

struct IteratorInputs {
  static constexpr int capacity = 1 + kMaxRank;  // what an index over every dimension is looked up with
  std::array<const Geometry*, capacity> tensors{};
  int count = 0;

  void add(const Geometry* tensor) { tensors[at(count++)] = tensor; }
  const Geometry& operator[](int i) const { return *tensors[at(i)]; }
};

// The broadcast of all inputs; false if they do not fit.
bool broadcast_of(const IteratorInputs& inputs, Sizes& out);

// Sizes and strides of a fresh output (`result.dtype` is left alone). `sizes` is their broadcast, at most of kMaxRank.
void iterator_output(const IteratorInputs& inputs, const Sizes& sizes, Geometry& result);

// What the iterator reads of an input that it first converts to `dtype`.
Geometry converted(const Geometry& tensor, DType dtype);

// Whether `target` may be written while `inputs` are read. Inputs that are the target itself (the same object) are
// fine.
void check_overlap(const Geometry& target, const IteratorInputs& inputs, Reasons& reasons);

}  // namespace modecheck::spec
