// Functions that check a tensor engine from a program of your own. <modecheck/gtest.h> and <modecheck/rapidcheck.h>
// build on these functions. Link modecheck::harness; C++17 is enough.
//
// A subject is named as for `modecheck run --subjects`: "engine:cpu", "torch:cpu", or the file of a plug-in, such as
// "./modecheck_subject_mine.so". If the subject, an operator or a program does not exist, every function throws
// std::invalid_argument. The error says what is wrong, why, and what to do.
#pragma once

#include <cstdint>
#include <string>

#include "modecheck/check_result.h"
#include "modecheck/profile.h"

namespace modecheck {

// Runs the random programs of a profile on the subject, and shrinks each program that breaks a rule. Programs run in
// processes of their own. So a program that kills the subject is a finding, and does not end this process.
__attribute__((visibility("default"))) CheckResult check_programs(const std::string& subject,
                                                                  const Profile& profile = {});

// Runs one program on the subject. The program is in the text form of docs/PROGRAMS.md ("modecheck 1\nr3 =
// add.Tensor(r0, r1)\n").
__attribute__((visibility("default"))) CheckResult check_program(const std::string& subject,
                                                                 const std::string& program);

// Returns the program with the number `index` of the profile in the text form, without running it.
__attribute__((visibility("default"))) std::string draw_program(const Profile& profile, std::uint64_t index);

}  // namespace modecheck
