// libtorch's torch:: has everything that at:: has.
#pragma once

#include "ATen/ATen.h"

namespace torch {
inline namespace modecheck_v1 {
using namespace at;  // NOLINT: as libtorch does
using Dtype = at::ScalarType;
}  // namespace modecheck_v1
}  // namespace torch
