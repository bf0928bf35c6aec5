// Runs the built command, without a shell.
#pragma once

#include <string>
#include <vector>

namespace modecheck::cli {

struct Ran {
  int code = -1;  // -1: it was ended by a signal
  std::string out;
  std::string err;
};

Ran run_modecheck(const std::vector<std::string>& arguments);

}  // namespace modecheck::cli
