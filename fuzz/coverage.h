// Coverage of transitions: which operation, on which kind of tensor, in which state of the thread, had which outcome.
// libFuzzer reads these counters beside its own, so an input that reaches a new transition is kept although it runs
// through no new code.
#pragma once

#include "properties/lockstep/expected.h"
#include "spec/program/program.h"

namespace modecheck::fuzz {

// Counts the transitions of a program that was judged. The counters are those of this program only: libFuzzer clears
// them before every input.
void count_transitions(const spec::Program& program, const properties::Expected& expected);

}  // namespace modecheck::fuzz
