// In libtorch, at::cpu contains the CPU kernels of operators, which run below autograd. Here it contains the functions
// of at::, which dispatch and are recorded.
#pragma once

#include "ATen/ATen.h"

namespace at {
inline namespace modecheck_v1 {
namespace cpu {
using namespace at;  // NOLINT: makes every function of at:: available in at::cpu
}
}  // namespace modecheck_v1
}  // namespace at
