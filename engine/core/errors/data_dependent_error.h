// The error for what depends on the elements of a fake tensor, which has none (engine/fake).
#pragma once

#include <string>
#include <utility>

#include "engine/core/errors/error.h"

namespace modecheck::engine {

class DataDependentError : public c10::Error {
 public:
  explicit DataDependentError(std::string message) : c10::Error(ErrorClass::Unsupported, std::move(message)) {}
};

}  // namespace modecheck::engine
