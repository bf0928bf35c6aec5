// libtorch's tensor without methods that call operators: here it is the tensor itself.
#pragma once

#include "ATen/Tensor.h"
