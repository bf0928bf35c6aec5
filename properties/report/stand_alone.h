// Returns a mismatch as a stand-alone C++ or Python file, for a person who has only libtorch or the torch package.
#pragma once

#include <string>

#include "properties/lockstep/lockstep.h"

namespace modecheck::properties {

// `lockstep` must have just checked `program`. The emitted file exits with 0 if the mismatch shows.
std::string cpp_of(const spec::Program& program, const Lockstep& lockstep, const Mismatch& mismatch);

// Likewise for a program that can be expressed in Python (subjects/emit/python.h).
std::string python_of(const spec::Program& program, const Lockstep& lockstep, const Mismatch& mismatch);

}  // namespace modecheck::properties
