// at::TensorBase is libtorch's tensor without methods that call operators. Here it is at::Tensor itself.
#pragma once

#include "ATen/Tensor.h"
