// Declares the function that reads kernel_size, stride, padding and dilation, for convolution and pooling.
#pragma once

#include <cstdint>

#include "engine/backends/iterate/window.h"
#include "engine/core/types/array_ref.h"

namespace modecheck::engine::backends {

// Returns the number in `list`, an argument such as stride, for spatial dimension number `dimension` of `rank`. A list
// of one number applies to all dimensions. Raises Argument if the list has another length than one or `rank`.
std::int64_t spatial_value(const char* name, const char* what, c10::IntArrayRef list, int dimension, int rank);

}  // namespace modecheck::engine::backends
