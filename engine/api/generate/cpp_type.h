// Translates types and default values of a schema to the C++ of libtorch's API.
#pragma once

#include <string>

#include "spec/operators/schema.h"

namespace modecheck::generate {

// Returns the type of a parameter, for example "const c10::Scalar&" for a Scalar.
std::string cpp_type(spec::operators::Type type);

// Returns the default value, for example "c10::nullopt" for an optional number. Empty without a default value.
std::string cpp_default(const spec::operators::Argument& argument);

// Returns the result type of a functional operator: a tensor, a list or a tuple of tensors, or void.
std::string cpp_result(const spec::operators::Schema& schema);

}  // namespace modecheck::generate
