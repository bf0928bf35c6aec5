// Checks determinism: a subject that runs the same program again must give the same answers.
//
// The specification allows a tolerance for values, but two runs of one subject must agree to the bit.
#pragma once

#include <optional>
#include <string>

#include "properties/lockstep/expected.h"
#include "properties/lockstep/mismatch.h"
#include "spec/interface/trace.h"
#include "spec/program/program.h"

namespace modecheck::properties {

// Returns where the second of two runs first differs from the first run, if it does. The first run agreed with the
// specification in `judged` commands. Later commands and unspecified values are not compared.
std::optional<Mismatch> second_run_mismatch(const spec::Program& program, const Expected& expected,
                                            const spec::Trace& first, const spec::Trace& second, std::uint32_t judged,
                                            int subject, const std::string& subject_name);

}  // namespace modecheck::properties
