#pragma once

#include <stdexcept>

namespace modecheck::properties {

// Thrown for a file under known/ that does not have the documented form.
class KnownError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace modecheck::properties
