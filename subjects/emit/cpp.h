// A program as a stand-alone C++ file against the public libtorch API: nothing of ours is needed to compile and run it,
// so it can be given to anyone. Guards are braces, tensors are r0, r1, ..., only the registers that occur are set up.
//
// The file prints every exception with the number of its command (from 1) and every expectation with what it sees. It
// ends with 0 if something departs from the expectations and 3 if nothing does; with 0 if there are none.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "spec/interface/trace.h"
#include "spec/program/program.h"

namespace modecheck::subjects {

// What the rules say of a state, and the C++ expression that shows it.
struct Expectation {
  int command = 0;       // looked at after this command (from 0); -1: before the first
  std::string subject;   // of the sentence: "r3.requires_grad()", "command 4"
  std::string expected;  // as `text(observed)` prints it: "true", "[2, 2]", "an exception"
  std::string observed;  // C++: "r3.requires_grad()"
};

struct EmitOptions {
  std::vector<std::string> headline;  // comment lines at the top
  std::vector<std::uint8_t> dropped;  // as in ProgramView; may be empty
  std::vector<Expectation> expectations;
  bool may_crash = false;  // the program runs in a child process, and its death is a departure
};

std::string emit_cpp(const spec::Program& program, const EmitOptions& options = {});

// All that differs between what the rules say after command `step` (-1: before the first) and what was observed, as far
// as the public API can show it. Empty for a crash: that is what `may_crash` is for.
// `numbers_differ`: whether those of a register's storage, or of its gradient, do; others are left out, as a trace does
// not say how far they are determined. Empty: all that are not the same to the bit.
std::vector<Expectation> expectations_of(int step, const spec::Trace& expected, const spec::Trace& observed,
                                         const std::function<bool(int reg, bool gradient)>& numbers_differ = {});

}  // namespace modecheck::subjects
