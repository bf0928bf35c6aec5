// The elements of a tensor as an array.
#pragma once

#include "engine/core/packed_tensor_accessor.h"
#include "engine/core/tensor_accessor.h"
