// The text form of programs (`.prog`), written and read by people:
//
//   modecheck 1
//   # a write that nobody saw
//   r3 = mul.Tensor(r0, r1)
//   InferenceMode(enabled=true) {
//     add_.Scalar(r3, 2.0, alpha=1)
//   }
//   r0, r1 = split.Tensor(r2, split_size=1, dim=0)
//   [t1] backward(r3, gradient=r0, seeding=1, retain_graph=false)
//
// One command a line; `#` starts a comment. Tensor arguments are registers, in the order of the schema; other arguments
// are `name=value` (all of them are written; read: those with a default in the schema may be left out). `{` after a
// guard and `}` for `leave()` are one command each; they need not balance. `leave_by_exception(count=1)` is written so.
// int: 3; Scalar: 2, 1.5, true; int[]: [1, 2]; Tensor[]: [r0, r1]; dtype: float32; None.
#pragma once

#include <string>
#include <string_view>

#include "spec/program.h"
#include "spec/text_error.h"

namespace modecheck::spec {

// The program as text, with header; guards indent what follows them.
std::string to_text(const Program& program);

// One command, without indentation or brackets that belong to others: "r3 = mul.Tensor(r0, r1)".
std::string to_text(const Record& record);

// Throws TextError (line, what was expected) if `text` is malformed. Comments are dropped.
Program parse_program(std::string_view text);

}  // namespace modecheck::spec
