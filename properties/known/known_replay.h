// Checks that a known mismatch is still there, by running its program again.
#pragma once

#include "properties/known/known.h"
#include "properties/lockstep/lockstep.h"

namespace modecheck::properties {

// Whether the entry's program shows the mismatch, and the entry recognises it. `lockstep` must judge one subject and
// run each program in its own process. The versions that the entry names are ignored.
bool mismatches_as_known(const KnownMismatch& entry, Lockstep& lockstep);

}  // namespace modecheck::properties
