// Compares a subject's trace with the expected trace.
//
// The fast path compares fixed-size structs as bytes and allocates nothing. Only if the bytes differ does `differences`
// find out which fields differ.
#pragma once

#include <string>
#include <vector>

#include "properties/lockstep/expected.h"
#include "properties/lockstep/mismatch.h"
#include "spec/interface/trace.h"
#include "spec/program/program.h"

namespace modecheck::properties {

struct Comparison {
  static constexpr int none = -2;

  int mismatched = none;     // the mismatching step (Mismatch::step), or none if the subject agrees
  std::uint32_t judged = 0;  // the number of commands that were compared and agreed
  // the number of commands that the subject rejected for a valid reason other than the specification's first (E3)
  std::uint32_t order = 0;
  bool unsupported = false;  // whether judging ended at a command that the subject does not support
};

// Returns where the subject first differs from the specification, if it does.
Comparison compare(const Expected& expected, const spec::Trace& observed);

// Returns all differences at one step, the most severe first.
std::vector<Difference> differences(const spec::Program& program, const Expected& expected, const spec::Trace& observed,
                                    int step);

// Returns the whole mismatch; `subject_name` becomes part of its signature.
Mismatch mismatch_at(const spec::Program& program, const Expected& expected, const spec::Trace& observed, int step,
                     int subject, const std::string& subject_name);

// Returns the error message that a subject gave with an outcome.
std::string message_of(const spec::Trace& trace, const spec::Outcome& outcome);

}  // namespace modecheck::properties
