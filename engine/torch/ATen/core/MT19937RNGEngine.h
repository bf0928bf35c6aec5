// Defines at::mt19937. It is the standard library's generator, which draws the same numbers as libtorch's.
#pragma once

#include <random>

namespace at {
inline namespace modecheck_v1 {
using std::mt19937;
}
}  // namespace at
