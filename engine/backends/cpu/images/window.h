// Reads the arguments kernel_size, stride, padding and dilation of windows for each spatial dimension.
#pragma once

#include <cstdint>

#include "engine/backends/iterate/window.h"
#include "engine/core/types/array_ref.h"

namespace modecheck::engine::backends {

// Returns the value of the argument `list` for one of `rank` spatial dimensions. A single number stands for all
// dimensions. Raises Argument if the list has another length.
std::int64_t spatial_value(const char* name, const char* what, c10::IntArrayRef list, int dimension, int rank);

}  // namespace modecheck::engine::backends
