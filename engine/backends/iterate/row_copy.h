// Copies rows of elements and converts them to another dtype. One loop is compiled for each pair of dtypes. Code that
// handles elements of any dtype reads and writes them a row at a time.
#pragma once

#include <cstdint>

#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::backends {

// A function that copies n elements. Steps are in bytes. With a step of 0 it reads or writes one element repeatedly.
using RowCopy = void (*)(const char* from, std::int64_t from_step, char* to, std::int64_t to_step, std::int64_t n);

// Returns the function that copies and converts from one dtype to another. Elements of the same dtype are copied as
// bytes, so that a NaN keeps its bits. A byte other than 0 and 1 that a dtype view has made a bool becomes 1. Other
// pairs of dtypes are converted as `convert` does.
RowCopy row_copy(c10::ScalarType from, c10::ScalarType to);

}  // namespace modecheck::engine::backends
