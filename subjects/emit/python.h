// Prints a program as a stand-alone Python file that needs only the `torch` package. Operators are called by their
// schemas (torch.ops.aten), so that each call is the overload that the program means.
//
// It behaves like the C++ file (cpp.h): it prints what happens, exits with 0 if something mismatches the expectations,
// with 3 if nothing does, and with 0 if there are none.
#pragma once

#include <optional>
#include <string>

#include "subjects/emit/cpp.h"

namespace modecheck::subjects {

// Returns why a program cannot be expressed in Python, for example guards that only C++ has. std::nullopt: it can be.
std::optional<std::string> not_in_python(const spec::Program& program);

// Requires that `not_in_python` returns std::nullopt for the program.
std::string emit_python(const spec::Program& program, const EmitOptions& options = {});

}  // namespace modecheck::subjects
