// Declares at::AutoDispatchBelowAutograd (rule G5). Under this guard autograd records nothing. Writes are still checked
// and bump versions, and views are tracked.
#pragma once

#include "engine/modes/exclude_keys.h"

namespace at {
inline namespace modecheck_v1 {

struct AutoDispatchBelowAutograd : private modecheck::engine::ExcludeKeys {
  [[nodiscard]] AutoDispatchBelowAutograd() : ExcludeKeys(c10::autograd_dispatch_keyset) {}
};

}  // namespace modecheck_v1
}  // namespace at
