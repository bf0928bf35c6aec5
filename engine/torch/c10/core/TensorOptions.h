// Tensor options.
#pragma once

#include "engine/core/tensor_options.h"
