// Declares the guards of grad mode in namespace torch::autograd.
#pragma once

#include "engine/modes/grad_mode.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {
using c10::AutoGradMode;
using c10::GradMode;
}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
