// Declares c10::optional.
#pragma once

#include <utility>

#include "engine/core/types/array_ref.h"

namespace c10 {
inline namespace modecheck_v1 {
using std::in_place;
using std::in_place_t;
}  // namespace modecheck_v1
}  // namespace c10
