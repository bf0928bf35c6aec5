// Coverage of transitions. A transition is an operation with its outcome, the kind of its tensor and the modes of its
// thread. libFuzzer reads these counters beside its own. It therefore keeps an input that reaches a new transition even
// if the input runs no new code.
#pragma once

#include "properties/lockstep/expected.h"
#include "spec/program/program.h"

namespace modecheck::fuzz {

// Counts the transitions of a judged program. The counters belong to this program only: libFuzzer clears them before
// every input.
void count_transitions(const spec::Program& program, const properties::Expected& expected);

}  // namespace modecheck::fuzz
