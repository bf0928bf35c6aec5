// Defines torch::make_unique as another name of std::make_unique.
#pragma once

#include <memory>

namespace torch {
inline namespace modecheck_v1 {
using std::make_unique;
}
}  // namespace torch
