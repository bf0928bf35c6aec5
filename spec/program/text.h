// The text form of programs (`.prog`), written and read by people:
//
//   modecheck 1
//   # a write that nobody saw
//   r3 = mul.Tensor(r0, r1)
//   InferenceMode(enabled=true) {
//     add_.Scalar(r3, other=2.0)
//   }
//   r0, r1 = split.Tensor(r2, split_size=1)
//   add.out(r3, r4, alpha=2, out=r5)
//   backward(r3, seeding=1, retain_graph=false)
//   [t1] backward(r3, r0, seeding=2, retain_graph=false)
//
// One command a line; `#` starts a comment; spaces mean nothing. The names of operations and arguments are those of the
// schema. Arguments may be given by position or as `name=value`, as in Python: none by position after one by name, and
// what the schema has behind `*` by name only.
//   written: tensors by position as long as nothing was named before them, everything else by name. An argument that
//     has the default of its schema is left out, and so is a `gradient` that is not read (`seeding` is not 2).
//   read: either way; what has no default must be there. A value that no program can hold is an error, never wrapped.
// `{` after a guard and `}` for `leave()` are one command each; they need not balance, and `leave()` and a guard
// without
// `{` are read too. `[t1]` in front: the command runs on thread slot 1. An operation that keeps a list of tensors names
// its two registers, which follow one another (r5, r0). Arguments that stand for a device, a layout or a memory format
// have no text: they always have their default.
//   int: 3; Scalar: 2, 1.5, true (multiples of a half); int[]: [1, 2]; Tensor[]: [r0, r1]; dtype: float32; None.
#pragma once

#include <string>
#include <string_view>

#include "spec/program/program.h"
#include "spec/program/text_error.h"

namespace modecheck::spec {

// The program as text, with header; guards indent what follows them on their thread.
std::string to_text(const Program& program);

// One command, canonical, on a line of its own without braces and indentation: "r3 = mul.Tensor(r0, r1)", "leave()".
std::string to_text(const Record& record);

// Throws TextError (line, what stands there, what was expected) if `text` is malformed. Comments are dropped.
Program parse_program(std::string_view text);

// One command in the form that `to_text(record)` writes. Throws TextError with line 1.
Record parse_record(std::string_view text);

}  // namespace modecheck::spec
