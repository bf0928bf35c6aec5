// Declares at::TensorAccessor and at::GenericPackedTensorAccessor.
#pragma once

#include "engine/core/tensor/packed_tensor_accessor.h"
#include "engine/core/tensor/tensor_accessor.h"
