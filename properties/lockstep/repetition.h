// Determinism: a subject that runs the same program again must say the same.
//
// The specification leaves numbers within a tolerance open; between two runs of one subject they must agree to the bit.
#pragma once

#include <optional>
#include <string>

#include "properties/lockstep/departure.h"
#include "properties/lockstep/expected.h"
#include "spec/interface/trace.h"
#include "spec/program/program.h"

namespace modecheck::properties {

// Where the second of two runs leaves the first, if it does. The first has agreed with the specification in `judged`
// commands; what comes after them is not compared, and neither is what the specification says nothing of.
std::optional<Departure> second_run_departs(const spec::Program& program, const Expected& expected,
                                            const spec::Trace& first, const spec::Trace& second, std::uint32_t judged,
                                            int subject, const std::string& subject_name);

}  // namespace modecheck::properties
