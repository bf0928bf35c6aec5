// at::cpu:: is libtorch's name of operators as the CPU runs them, below autograd. Here it holds the same functions as
// at::, which dispatch.
#pragma once

#include "ATen/ATen.h"

namespace at {
inline namespace modecheck_v1 {
namespace cpu {
using namespace at;  // NOLINT: every function by its name
}
}  // namespace modecheck_v1
}  // namespace at
