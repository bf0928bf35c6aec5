// Declares c10::TensorImpl.
#pragma once

#include "engine/core/tensor/tensor_impl.h"
