// Declares c10::TensorOptions.
#pragma once

#include "engine/core/tensor/tensor_options.h"
