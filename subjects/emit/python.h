// Prints a program as a stand-alone Python file that needs only the `torch` package. The file calls operators by their
// schemas (torch.ops.aten), so that each call is the overload that the program means.
//
// The file behaves like the C++ file (cpp.h). It prints what happens. It exits with 0 if something mismatches the
// expectations, with 3 if nothing does, and with 0 if there are no expectations.
#pragma once

#include <optional>
#include <string>

#include "subjects/emit/cpp.h"

namespace modecheck::subjects {

// Returns why a program cannot be expressed in Python, for example because only C++ has its guards. Returns
// std::nullopt if Python can express the program.
std::optional<std::string> not_in_python(const spec::Program& program);

// Returns the Python file of a program. Requires that `not_in_python` returns std::nullopt for the program.
std::string emit_python(const spec::Program& program, const EmitOptions& options = {});

}  // namespace modecheck::subjects
