// Declares torch::ExpandingArray, one number for each dimension.
#pragma once

#include "engine/core/types/expanding_array.h"
