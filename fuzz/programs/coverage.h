// Coverage of transitions (properties/campaign/transition.h), for libFuzzer, which reads these counters beside its own.
// It therefore keeps an input that reaches something new even if the input runs no new code. What counts is coarse,
// because every input that is kept costs time: each operation with each outcome, and each group of operations with each
// kind of tensor and modes, once accepted and once rejected. Dropped commands do not count.
#pragma once

#include "properties/lockstep/expected.h"
#include "spec/program/program.h"

namespace modecheck::fuzz {

// Counts the transitions of a judged program. The counters belong to this program only: libFuzzer clears them before
// every input.
void count_transitions(const spec::Program& program, const properties::Expected& expected);

}  // namespace modecheck::fuzz
