// Copies rows of elements and converts them. One loop is compiled for each pair of dtypes; whatever reads or writes
// elements of any dtype does so a row at a time.
#pragma once

#include <cstdint>

#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::backends {

// Writes n elements. Steps are in bytes; a step of 0 reads or writes one element repeatedly.
using RowCopy = void (*)(const char* from, std::int64_t from_step, char* to, std::int64_t to_step, std::int64_t n);

// Elements of the same dtype are copied as bytes, so that a NaN keeps its bits. A bool that a dtype view has made of
// another byte becomes 1. Other pairs of dtypes are converted as `convert` does.
RowCopy row_copy(c10::ScalarType from, c10::ScalarType to);

}  // namespace modecheck::engine::backends
