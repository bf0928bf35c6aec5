// Calls a function inside the guard of a mode.
#pragma once

#include <torch/script.h>

#include <utility>

#include "audit/model/mode.h"

namespace modecheck::audit {

// Returns what the function returns. The guard lasts until the function returns or throws.
template <typename Function>
auto within(Mode mode, Function&& function) {
  switch (mode) {
    case Mode::NoGrad: {
      const torch::NoGradGuard guard;
      return std::forward<Function>(function)();
    }
    case Mode::Inference: {
      const c10::InferenceMode guard;
      return std::forward<Function>(function)();
    }
    case Mode::BelowADInplaceOrView: {
      const at::AutoDispatchBelowADInplaceOrView guard;
      return std::forward<Function>(function)();
    }
    case Mode::Normal:
      break;
  }
  return std::forward<Function>(function)();
}

}  // namespace modecheck::audit
