// Declares the conversions between a TorchScript program's values and the boxes that C++ programs pass and get. Tensors
// and objects are shared by the conversion; lists, dictionaries and tuples are copied.
#pragma once

#include "engine/dispatch/ivalue.h"
#include "engine/jit/saved_source.h"
#include "engine/script/value.h"

namespace modecheck::engine::jit {

// Objects in the value get the source from which they were loaded. Raises for functions, and for nesting beyond
// kMostPickleDepth.
c10::IValue to_box(const script::Value& value, const SourceRef& source);
script::Value from_box(const c10::IValue& box);

}  // namespace modecheck::engine::jit
