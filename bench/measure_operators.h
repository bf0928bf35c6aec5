// What programs share that measure every operator of the catalogue.
#pragma once

#include "tests/support/schema_call.h"

namespace modecheck::bench {

// Measures one operator, in so many calls.
using Measure = void (*)(const SchemaRow& row, const Recipe& recipe, int calls);

// The main function of such a program. Without arguments it prints a recipe for a call of each operator, one on a line.
// With a file of such recipes and a number of calls it measures each operator. Returns the exit code: 0, 1 if an
// operator has no recipe, or 2 for wrong arguments.
int measure_operators(int argc, char** argv, Measure measure);

}  // namespace modecheck::bench
