// Tensor options.
#pragma once

#include "engine/core/tensor/tensor_options.h"
