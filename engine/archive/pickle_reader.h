// Declares read_pickle(), which reads a pickle of protocol 2 as PyTorch writes it.
//
// Nothing is executed. A function or a class must be one that PyTorch's own files name (pickle_names.h). Calls become
// values. These are refused, with the opcode and its offset:
// - opcodes that PyTorch does not write, other protocols, and bytes after the end;
// - other functions and classes;
// - values that contain themselves, or that change after the memo has given them out;
// - nesting, values and strings beyond the bounds of limits.h.
#pragma once

#include <string_view>

#include "engine/archive/pickle_value.h"
#include "engine/archive/place.h"

namespace modecheck::engine::archives {

PickleRef read_pickle(std::string_view bytes, const Place& place);

}  // namespace modecheck::engine::archives
