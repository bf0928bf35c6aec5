// Wrong use or a wrong environment: what, why, and what instead. `main` prints it and ends with 2.
#pragma once

#include <stdexcept>

namespace modecheck::cli {

class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace modecheck::cli
