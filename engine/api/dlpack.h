// Functions in at:: that exchange tensors with other libraries through DLPack.
#pragma once

#include "engine/api/dlpack_abi.h"
#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Returns a DLPack tensor that shares the storage. The storage lives until the receiver calls the deleter.
DLManagedTensor* toDLPack(const Tensor& src);
// Returns a tensor on the same memory, as from_blob does, and calls the deleter when the last tensor on that memory is
// gone. Raises for dtypes, devices, sizes and strides that a tensor cannot have.
Tensor fromDLPack(const DLManagedTensor* src);
DLDataType getDLDataType(const Tensor& t);
ScalarType toScalarType(const DLDataType& dtype);

}  // namespace modecheck_v1
}  // namespace at
