// Declares write_pickle(), which writes a value as a pickle of protocol 2 that PyTorch reads.
#pragma once

#include <string>

#include "engine/archive/pickle_value.h"

namespace modecheck::engine::archives {

// Returns the bytes of the pickle. A string or a name that occurs again is written once, and so
// is a value that is marked as shared. Raises for nesting beyond kMostPickleDepth.
std::string write_pickle(const PickleValue& value);

}  // namespace modecheck::engine::archives
