#include "engine/modes/auto_non_variable_type_mode.h"

#include <atomic>

#include "engine/core/errors/warning.h"

namespace modecheck::engine {

void warn_once_about_auto_non_variable_type_mode() {
  static std::atomic<bool> warned{false};
  if (warned.exchange(true) && !c10::Warning::get_warnAlways()) return;
  c10::Warning::warn({"AutoNonVariableTypeMode", __FILE__, __LINE__},
                     "AutoNonVariableTypeMode is deprecated; use c10::InferenceMode for inference, or "
                     "at::AutoDispatchBelowADInplaceOrView in kernels",
                     false);
}

}  // namespace modecheck::engine
