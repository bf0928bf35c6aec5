// Makes all names of at:: available in torch::, as libtorch does.
#pragma once

#include "ATen/ATen.h"

namespace torch {
inline namespace modecheck_v1 {
using namespace at;  // NOLINT: libtorch makes these names available, too
using Dtype = at::ScalarType;
}  // namespace modecheck_v1
}  // namespace torch
