// Declares at::Tensor.
#pragma once

#include "ATen/Tensor.h"
