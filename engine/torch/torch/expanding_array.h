// Declares torch::ExpandingArray, one number for each dimension.
#pragma once

#include "engine/core/types/expanding_array.h"
#include "engine/nn/options/expanding_array_with_optional_elem.h"
