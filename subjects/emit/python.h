// A program as a stand-alone Python file that needs nothing but the `torch` package. Operators are called by their
// schemas (torch.ops.aten), so that each is the overload that the program means.
//
// It behaves like the C++ file (cpp.h): it prints what happens, and ends with 0 if something departs from the
// expectations and 3 if nothing does; with 0 if there are none.
#pragma once

#include <optional>
#include <string>

#include "subjects/emit/cpp.h"

namespace modecheck::subjects {

// Why a program cannot be said in Python: guards that only C++ has. Nothing: it can be.
std::optional<std::string> not_in_python(const spec::Program& program);

// A program of which `not_in_python` says nothing.
std::string emit_python(const spec::Program& program, const EmitOptions& options = {});

}  // namespace modecheck::subjects
