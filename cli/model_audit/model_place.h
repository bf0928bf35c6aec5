// Says where in a model's source an error was raised.
#pragma once

#include <string>

namespace modecheck::cli {

struct ModelPlace {
  std::string file;  // a file of the archive such as code/__torch__.py, or the original source if libtorch names it
  int line = 0;      // 0 if the error names no place
};

// Returns the innermost place that a TorchScript traceback names.
ModelPlace place_in(const std::string& message);

}  // namespace modecheck::cli
