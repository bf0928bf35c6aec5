// Maps an error of our engine to its class (rule E2). The engine's errors carry classes of their own, which are mapped
// one by one.
#pragma once

#include <exception>

#include "spec/interface/error_class.h"

namespace modecheck::subjects {

spec::ErrorClass classify_engine_error(const std::exception& error);

}  // namespace modecheck::subjects
