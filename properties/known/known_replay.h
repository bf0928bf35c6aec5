// Whether a known departure is still there: its own program, run again.
#pragma once

#include "properties/known/known.h"
#include "properties/lockstep/lockstep.h"

namespace modecheck::properties {

// Whether the entry's program shows what the entry says, and the entry recognises it. `lockstep` judges one subject,
// each program in a process of its own; which versions the entry speaks of does not matter.
bool departs_as_known(const KnownDeparture& entry, Lockstep& lockstep);

}  // namespace modecheck::properties
