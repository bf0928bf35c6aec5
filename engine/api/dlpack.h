// Tensors from and to other libraries, by DLPack. Functions in at::.
#pragma once

#include "engine/api/dlpack_abi.h"
#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Shares the tensor's storage, which lives until the receiver calls the deleter.
DLManagedTensor* toDLPack(const Tensor& src);
// Shares the bytes and calls the deleter when the last tensor on them is gone: they belong to nobody here, as those of
// from_blob do. Raises for what no tensor can be.
Tensor fromDLPack(const DLManagedTensor* src);
DLDataType getDLDataType(const Tensor& t);
ScalarType toScalarType(const DLDataType& dtype);

}  // namespace modecheck_v1
}  // namespace at
