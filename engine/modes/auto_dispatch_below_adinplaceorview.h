// Declares at::AutoDispatchBelowADInplaceOrView (rule G5). Under this guard only backend kernels run. So nothing is
// recorded, writes are not checked, views are not tracked, and versions are not bumped.
#pragma once

#include "engine/modes/exclude_keys.h"

namespace at {
inline namespace modecheck_v1 {

struct AutoDispatchBelowADInplaceOrView : private modecheck::engine::ExcludeKeys {
  [[nodiscard]] AutoDispatchBelowADInplaceOrView() : ExcludeKeys(c10::autograd_dispatch_keyset_with_ADInplaceOrView) {}
};

}  // namespace modecheck_v1
}  // namespace at
