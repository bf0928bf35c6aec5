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

Ran run_program(const std::string& program, const std::vector<std::string>& arguments);
Ran run_modecheck(const std::vector<std::string>& arguments);

}  // namespace modecheck::cli
