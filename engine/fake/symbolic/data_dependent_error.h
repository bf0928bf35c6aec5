// The error for a decision that depends on the data of a tensor, which a fake tensor does not have.
#pragma once

#include <string>
#include <utility>

#include "engine/core/errors/error.h"

namespace modecheck::engine::fake {

class DataDependentError : public c10::Error {
 public:
  explicit DataDependentError(std::string message) : c10::Error(ErrorClass::Unsupported, std::move(message)) {}
};

}  // namespace modecheck::engine::fake
