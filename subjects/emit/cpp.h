// Prints a program as a stand-alone C++ file against the public libtorch API. The file needs nothing of ours to compile
// and run, so it can be given to anyone. Guards are braces, tensors are r0, r1, ..., and only registers that occur are
// set up.
//
// The file prints every exception with the number of its command (from 1), and every expectation with the observed
// value. It exits with 0 if something mismatches the expectations, with 3 if nothing does, and with 0 if there are
// none.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "spec/interface/trace.h"
#include "spec/program/program.h"

namespace modecheck::subjects {

// What the rules say about a state, and the C++ expression that shows it.
struct Expectation {
  int command = 0;       // the expectation is checked after this command (from 0); -1: before the first
  std::string subject;   // the subject of the sentence: "r3.requires_grad()", "command 4"
  std::string expected;  // the expected text of `observed`: "true", "[2, 2]", "an exception"
  std::string observed;  // a C++ expression: "r3.requires_grad()"
};

struct EmitOptions {
  std::vector<std::string> headline;  // comment lines at the top
  std::vector<std::uint8_t> dropped;  // as in ProgramView; may be empty
  std::vector<Expectation> expectations;
  bool may_crash = false;  // the program runs in a child process, and the child's death counts as a mismatch
};

std::string emit_cpp(const spec::Program& program, const EmitOptions& options = {});

// Returns everything that differs after command `step` (-1: before the first) between the rules and the observation, as
// far as the public API can show it. Empty for a crash, for which `may_crash` exists. `numbers_differ` tells whether
// the values of a register's storage, or of its gradient, differ; values that do not are left out, because a trace does
// not say how exactly they are determined. Without the function, all values that are not the same to the bit are
// included.
std::vector<Expectation> expectations_of(int step, const spec::Trace& expected, const spec::Trace& observed,
                                         const std::function<bool(int reg, bool gradient)>& numbers_differ = {});

}  // namespace modecheck::subjects
