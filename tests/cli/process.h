// Runs the built command or another program without a shell.
#pragma once

#include <string>
#include <vector>

namespace modecheck::cli {

struct Ran {
  int code = -1;  // -1: a signal ended the program
  std::string out;
  std::string err;
};

// `standard_output` names a file that receives the output, such as /dev/full; `out` is then empty.
Ran run_program(const std::string& program, const std::vector<std::string>& arguments,
                const std::string& standard_output = "");
Ran run_modecheck(const std::vector<std::string>& arguments, const std::string& standard_output = "");

}  // namespace modecheck::cli
