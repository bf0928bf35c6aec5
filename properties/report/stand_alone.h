// Returns a mismatch as a stand-alone C++ or Python file, for a person who has only libtorch or the torch package.
#pragma once

#include <string>

#include "properties/lockstep/lockstep.h"

namespace modecheck::properties {

// Returns a C++ file. `lockstep` must have judged `program` last. The program in the file exits with 0 if the mismatch
// shows.
std::string cpp_of(const spec::Program& program, const Lockstep& lockstep, const Mismatch& mismatch);

// Returns a Python file. The program in the file exits with 0 if the mismatch shows. The program must be one that can
// be expressed in Python (subjects/emit/python.h).
std::string python_of(const spec::Program& program, const Lockstep& lockstep, const Mismatch& mismatch);

}  // namespace modecheck::properties
