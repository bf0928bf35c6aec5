// Runs the program of a known mismatch again, to see whether the mismatch is still there.
#pragma once

#include "properties/known/known.h"
#include "properties/known/known_answer.h"
#include "properties/lockstep/lockstep.h"

namespace modecheck::properties {

// Returns what the subject does with the entry's program. `lockstep` must judge one subject and run each program in its
// own process. The versions that the entry names are ignored, and so is the subject in which the mismatch was found.
KnownAnswer answer_to(const KnownMismatch& entry, Lockstep& lockstep);

// Whether the entry's program shows the mismatch, and the entry recognises it. Takes a lockstep as answer_to does.
bool mismatches_as_known(const KnownMismatch& entry, Lockstep& lockstep);

}  // namespace modecheck::properties
