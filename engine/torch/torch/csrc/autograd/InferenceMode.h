// Declares InferenceMode in namespace torch.
#pragma once

#include "engine/modes/inference_mode.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {
using c10::InferenceMode;
}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
