// Translates the types and default values of an operator's schema to the C++ of libtorch's API.
#pragma once

#include <string>

#include "spec/operators/schema.h"

namespace modecheck::generate {

// Returns the C++ type of a parameter, for example "const c10::Scalar&" for the schema's type Scalar.
std::string cpp_type(spec::operators::Type type);

// Returns the C++ text of an argument's default value, for example "c10::nullopt". The text is empty if the argument
// has no default value.
std::string cpp_default(const spec::operators::Argument& argument);

// Returns the C++ result type of a functional operator: a tensor, a list or a tuple of tensors, or void.
std::string cpp_result(const spec::operators::Schema& schema);

}  // namespace modecheck::generate
