// Runs the built command or another program without a shell.
#pragma once

#include <string>
#include <vector>

namespace modecheck::cli {

struct Ran {
  int code = -1;  // the exit status; -1: a signal ended the program
  std::string out;
  std::string err;
};

// Runs the program. If `standard_output` names a file, such as /dev/full, that file receives the output and `out` stays
// empty.
Ran run_program(const std::string& program, const std::vector<std::string>& arguments,
                const std::string& standard_output = "");
Ran run_modecheck(const std::vector<std::string>& arguments, const std::string& standard_output = "");

}  // namespace modecheck::cli
