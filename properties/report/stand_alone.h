// The C++ file of a departure, and the Python file: what a person who has only libtorch, or the torch package, runs.
#pragma once

#include <string>

#include "properties/lockstep/lockstep.h"

namespace modecheck::properties {

// `lockstep` has just checked `program`. The file ends with 0 if the departure shows.
std::string cpp_of(const spec::Program& program, const Lockstep& lockstep, const Departure& departure);

// The same, of a program that can be said in Python (subjects/emit/python.h).
std::string python_of(const spec::Program& program, const Lockstep& lockstep, const Departure& departure);

}  // namespace modecheck::properties
