// Declares at::AutoNonVariableTypeMode, the deprecated alias of AutoDispatchBelowADInplaceOrView (rule G5). It warns
// once per process.
#pragma once

#include "engine/modes/exclude_keys.h"

namespace modecheck::engine {
void warn_once_about_auto_non_variable_type_mode();
}

namespace at {
inline namespace modecheck_v1 {

struct AutoNonVariableTypeMode : private modecheck::engine::ExcludeKeys {
  [[nodiscard]] explicit AutoNonVariableTypeMode(bool /*enabled*/ = true)
      : ExcludeKeys(c10::autograd_dispatch_keyset_with_ADInplaceOrView) {
    modecheck::engine::warn_once_about_auto_non_variable_type_mode();
  }
};

}  // namespace modecheck_v1
}  // namespace at
