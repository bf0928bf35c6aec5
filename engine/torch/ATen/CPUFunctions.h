// In libtorch, at::cpu contains the operators' CPU kernels, below autograd. Here it contains the same functions as
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
