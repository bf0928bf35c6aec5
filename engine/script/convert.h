// Declares the conversions between the interpreter's values and boxed ones, which callers and operators use. A list or
// a dictionary is copied by the conversion.
#pragma once

#include "engine/dispatch/ivalue.h"
#include "engine/script/type.h"
#include "engine/script/value.h"

namespace modecheck::engine::script {

// Raises for values that have no box: objects and functions, and tuples unless they hold what a list can.
c10::IValue to_ivalue(const Value& value);
// Converts to the box of a schema's argument type.
c10::IValue to_ivalue(const Value& value, const Type& type);
Value from_ivalue(const c10::IValue& value);

}  // namespace modecheck::engine::script
