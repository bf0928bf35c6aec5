// Defines Operand, an operand of a pointwise operator: a tensor or a number. Type promotion treats the number as
// PyTorch treats a Python number.
#pragma once

#include "engine/core/tensor/tensor.h"
#include "engine/core/types/scalar.h"

namespace modecheck::engine::backends {

class Operand {
 public:
  // NOLINT: the implicit conversion lets calls read as a list of operands
  Operand(const at::Tensor& tensor) : tensor_(&tensor) {}
  // NOLINT: the implicit conversion lets calls read as a list of operands
  Operand(const c10::Scalar& number) : number_(&number) {}
  const at::Tensor* tensor() const { return tensor_; }
  const c10::Scalar& number() const { return *number_; }

 private:
  const at::Tensor* tensor_ = nullptr;
  const c10::Scalar* number_ = nullptr;
};

}  // namespace modecheck::engine::backends
