// at::mt19937: the standard library's, which draws the same numbers.
#pragma once

#include <random>

namespace at {
inline namespace modecheck_v1 {
using std::mt19937;
}
}  // namespace at
