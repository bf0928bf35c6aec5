// The class of a rejection by our engine (E2): its errors carry classes of their own, mapped here one by one.
#pragma once

#include <exception>

#include "spec/interface/error_class.h"

namespace modecheck::subjects {

spec::ErrorClass classify_engine_error(const std::exception& error);

}  // namespace modecheck::subjects
