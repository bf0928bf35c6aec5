// Copies rows of elements and converts them to another dtype. One loop is compiled for each pair of dtypes. Code that
// handles elements of any dtype reads and writes them a row at a time.
#pragma once

#include <cstdint>

#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::backends {

// A function that copies n elements. Steps are in bytes. With a step of 0 it reads or writes the same element each
// time.
using RowCopy = void (*)(const char* from, std::int64_t from_step, char* to, std::int64_t to_step, std::int64_t n);

// Returns the function that copies elements of dtype `from` to elements of dtype `to`. If the dtypes are equal, it
// copies bytes, so that a NaN keeps its bits. A bool that a dtype view has made of a byte other than 0 and 1 becomes 1.
// If the dtypes differ, it converts elements as `convert` does.
RowCopy row_copy(c10::ScalarType from, c10::ScalarType to);

}  // namespace modecheck::engine::backends
