// Declares at::Tensor.
#pragma once

#include "engine/core/tensor/tensor.h"
#include "engine/core/tensor/tensor_options.h"
