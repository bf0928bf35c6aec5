// Runs the built command, or another program, without a shell.
#pragma once

#include <string>
#include <vector>

namespace modecheck::cli {

struct Ran {
  int code = -1;  // -1: it was ended by a signal
  std::string out;
  std::string err;
};

// `standard_output`: a file that takes it, such as /dev/full; then `out` is empty.
Ran run_program(const std::string& program, const std::vector<std::string>& arguments,
                const std::string& standard_output = "");
Ran run_modecheck(const std::vector<std::string>& arguments, const std::string& standard_output = "");

}  // namespace modecheck::cli
