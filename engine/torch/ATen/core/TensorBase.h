// Declares at::TensorBase. In libtorch it is a tensor without methods that call operators; here it is at::Tensor
// itself.
#pragma once

#include "ATen/Tensor.h"
