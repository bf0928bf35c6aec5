// The comparison of a subject's trace with the expected one.
//
// The fast path looks at fixed-size structs as bytes and allocates nothing; only where they differ is it asked in which
// field, by `differences`.
#pragma once

#include <string>
#include <vector>

#include "properties/lockstep/departure.h"
#include "properties/lockstep/expected.h"
#include "spec/interface/trace.h"
#include "spec/program/program.h"

namespace modecheck::properties {

struct Comparison {
  static constexpr int none = -2;

  int departed = none;       // the step (Departure::step), or none
  std::uint32_t judged = 0;  // commands that were compared and agreed
  std::uint32_t order = 0;   // commands rejected for another reason that holds, not the first (E3)
  bool unsupported = false;  // judging ended at a command that the subject cannot run
};

// Where the subject leaves the specification, if it does.
Comparison compare(const Expected& expected, const spec::Trace& observed);

// Everything that differs at that step, the gravest first.
std::vector<Difference> differences(const spec::Program& program, const Expected& expected, const spec::Trace& observed,
                                    int step);

// The whole departure; `subject_name` goes into its signature.
Departure departure_at(const spec::Program& program, const Expected& expected, const spec::Trace& observed, int step,
                       int subject, const std::string& subject_name);

// The text that a subject gave with an outcome.
std::string message_of(const spec::Trace& trace, const spec::Outcome& outcome);

}  // namespace modecheck::properties
