// libtorch's torch:: has everything that at:: has, and at:: everything that c10:: has.
#pragma once

#include "ATen/ATen.h"

namespace at {
inline namespace modecheck_v1 {
using namespace c10;  // NOLINT: as libtorch does
}
}  // namespace at

namespace torch {
inline namespace modecheck_v1 {
using namespace at;  // NOLINT: as libtorch does
using Dtype = at::ScalarType;
}  // namespace modecheck_v1
}  // namespace torch
