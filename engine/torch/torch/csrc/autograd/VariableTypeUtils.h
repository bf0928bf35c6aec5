// Declares helpers for the Autograd and ADInplaceOrView kernels of custom operators.
#pragma once

#include "ATen/ATen.h"
#include "engine/kernels/variable_type_utils.h"
