// The operation that was probably meant by an unknown name.
#pragma once

#include <string_view>

namespace modecheck::spec {

// Returns the operation whose name is most like `name`. It prefers the same name with another overload, and otherwise
// takes the name with the fewest edits. The result is empty if that is more than one edit and a third of the name's
// length, or if `name` is longer than every name of an operation.
std::string_view nearest_operation(std::string_view name);

}  // namespace modecheck::spec
