// at::AutoDispatchBelowADInplaceOrView (G5): only backend kernels run, so nothing is recorded, checked, tracked or
// counted.
#pragma once

#include "engine/modes/exclude_keys.h"

namespace at {
inline namespace modecheck_v1 {

struct AutoDispatchBelowADInplaceOrView : private modecheck::engine::ExcludeKeys {
  AutoDispatchBelowADInplaceOrView() : ExcludeKeys(c10::autograd_dispatch_keyset_with_ADInplaceOrView) {}
};

}  // namespace modecheck_v1
}  // namespace at
