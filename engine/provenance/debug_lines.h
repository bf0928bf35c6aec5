// Finds the lines of addresses in the program's debug information, by libbacktrace, which is part of GCC.
#pragma once

#include "engine/provenance/frames.h"
#include "engine/provenance/source_place.h"

namespace modecheck::engine::provenance {

// Returns the innermost place of the call that is in the program itself, and not in the engine, its headers or the C++
// library. Returns an unknown place if no function of the program has a name.
SourcePlace place_of(const Frames& frames);

}  // namespace modecheck::engine::provenance
