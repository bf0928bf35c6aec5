// Rows of elements, moved and converted. There is one loop for every pair of dtypes, compiled once: what reads elements
// of any dtype, or writes such, does so a row at a time.
#pragma once

#include <cstdint>

#include "engine/core/types/scalar_type.h"

namespace modecheck::engine::backends {

// Writes n elements; the steps are in bytes, and 0 reads or writes one element again and again.
using RowCopy = void (*)(const char* from, std::int64_t from_step, char* to, std::int64_t to_step, std::int64_t n);

// Elements of one dtype are moved as bytes: a NaN stays the NaN that it is, but a byte that is no bool (a dtype view
// makes such) becomes one. Others are converted as `convert` does.
RowCopy row_copy(c10::ScalarType from, c10::ScalarType to);

}  // namespace modecheck::engine::backends
