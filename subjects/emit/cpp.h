// Prints a program as a stand-alone C++ file that uses the public libtorch API. The file needs nothing of ours to
// compile and run, so anyone can use it. Guards are braces, tensors are r0, r1, ..., and only registers that occur are
// set up.
//
// The file prints every exception with the number of its command (from 1), and every expectation with the observed
// value. It exits with 0 if something mismatches the expectations, with 3 if nothing does, and with 0 if there are no
// expectations.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "spec/interface/trace.h"
#include "spec/program/program.h"

namespace modecheck::subjects {

// Says what the rules expect of the state after a command, and which C++ expression shows that state.
struct Expectation {
  int command = 0;       // the expectation is checked after this command (counted from 0); -1: before the first command
  std::string subject;   // what the expectation is about: "r3.requires_grad()", "command 4"
  std::string expected;  // the text of `observed` that the rules expect: "true", "[2, 2]", "an exception"
  std::string observed;  // a C++ expression, for example "r3.requires_grad()"
};

struct EmitOptions {
  std::vector<std::string> headline;  // comment lines at the top of the emitted file
  std::vector<std::uint8_t> dropped;  // for each command: 1 if it is dropped; may be empty (see ProgramView)
  std::vector<Expectation> expectations;
  bool may_crash = false;  // true: the program runs in a child process, and a crash of the child counts as a mismatch
};

std::string emit_cpp(const spec::Program& program, const EmitOptions& options = {});

// Returns the differences between the specification and the observation after command `step` (-1: before the first), as
// far as the public API can show them. The result is empty for a crash, which `may_crash` covers. `numbers_differ` says
// whether the values of a register's storage, or of its gradient, differ. Values that do not differ are left out,
// because a trace does not say how exactly they are determined. Without that function, all values that are not equal
// bit by bit are included.
std::vector<Expectation> expectations_of(int step, const spec::Trace& expected, const spec::Trace& observed,
                                         const std::function<bool(int reg, bool gradient)>& numbers_differ = {});

}  // namespace modecheck::subjects
