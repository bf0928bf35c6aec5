// Tensors.
#pragma once

#include "engine/core/tensor/tensor_impl.h"
