// Types and default values of a schema, as C++ of libtorch's API writes them.
#pragma once

#include <string>

#include "spec/operators/schema.h"

namespace modecheck::generate {

// "const c10::Scalar&" of a Scalar.
std::string cpp_type(spec::operators::Type type);

// "c10::nullopt" of a number that may be absent; empty if the argument has no default value.
std::string cpp_default(const spec::operators::Argument& argument);

// What a function returns that makes its results: a tensor, a list or a tuple of tensors, or nothing.
std::string cpp_result(const spec::operators::Schema& schema);

}  // namespace modecheck::generate
