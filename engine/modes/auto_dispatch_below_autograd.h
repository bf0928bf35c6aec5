// at::AutoDispatchBelowAutograd (G5): nothing is recorded; writes are still checked and counted, views tracked.
#pragma once

#include "engine/modes/exclude_keys.h"

namespace at {
inline namespace modecheck_v1 {

struct AutoDispatchBelowAutograd : private modecheck::engine::ExcludeKeys {
  AutoDispatchBelowAutograd() : ExcludeKeys(c10::autograd_dispatch_keyset) {}
};

}  // namespace modecheck_v1
}  // namespace at
