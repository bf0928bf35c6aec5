// Runs the program of a known mismatch again, to see whether the mismatch is still there.
#pragma once

#include "properties/known/known.h"
#include "properties/lockstep/lockstep.h"

namespace modecheck::properties {

// Whether the entry's program shows the mismatch, and the entry recognises it. `lockstep` must judge one subject and
// run each program in its own process. The versions that the entry names are ignored.
bool mismatches_as_known(const KnownMismatch& entry, Lockstep& lockstep);

}  // namespace modecheck::properties
