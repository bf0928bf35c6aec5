// A UsageError reports wrong use of the command or a wrong environment. The message says what is wrong, why, and what
// to do instead. `main` prints the message and exits with 2.
#pragma once

#include <stdexcept>

namespace modecheck::cli {

class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace modecheck::cli
