#pragma once

#include <stdexcept>

namespace modecheck::properties {

// A file under known/ that is not as its header describes.
class KnownError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace modecheck::properties
