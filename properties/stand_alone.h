// The C++ file of a departure: what a person who has only libtorch compiles and runs.
#pragma once

#include <string>

#include "properties/lockstep.h"

namespace modecheck::properties {

// `lockstep` has just checked `program`. The file ends with 0 if the departure shows.
std::string cpp_of(const spec::Program& program, const Lockstep& lockstep, const Departure& departure);

}  // namespace modecheck::properties
