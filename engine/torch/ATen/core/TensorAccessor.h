// The elements of a tensor as an array.
#pragma once

#include "engine/core/tensor/packed_tensor_accessor.h"
#include "engine/core/tensor/tensor_accessor.h"
