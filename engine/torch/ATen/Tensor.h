// at::Tensor.
#pragma once

#include "engine/core/tensor.h"
#include "engine/core/tensor_options.h"
