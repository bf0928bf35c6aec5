#include "engine/modes/auto_non_variable_type_mode.h"

#include <atomic>
#include <cstdio>

namespace modecheck::engine {

void warn_once_about_auto_non_variable_type_mode() {
  static std::atomic<bool> warned{false};
  if (warned.exchange(true)) return;
  std::fputs(
      "Warning: AutoNonVariableTypeMode is deprecated; use c10::InferenceMode for inference, or "
      "at::AutoDispatchBelowADInplaceOrView in kernels\n",
      stderr);
}

}  // namespace modecheck::engine
