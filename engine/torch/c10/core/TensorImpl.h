// Tensors.
#pragma once

#include "engine/core/tensor_impl.h"
