// The text form of programs (`.prog`), written and read by people:
//
//   modecheck 1
//   # a write inside the mode
//   r3 = mul.Tensor(r0, r1)
//   InferenceMode(enabled=true) {
//     add_.Scalar(r3, other=2.0)
//   }
//   r0, r1 = split.Tensor(r2, split_size=1)
//   add.out(r3, r4, alpha=2, out=r5)
//   backward(r3, seeding=1, retain_graph=false)
//   [t1] backward(r3, r0, seeding=2, retain_graph=false)
//
// A line has one command. `#` starts a comment, and spaces mean nothing. The names of operations and arguments are
// those of the schema. Arguments are given by position or as `name=value`, as in Python: positional ones come first,
// and those behind `*` in the schema are given by name only.
//   written: tensors by position until the first named argument, all other arguments by name. An argument with the
//     default value of its schema is left out, and so is a `gradient` that is not read (`seeding` is not 2).
//   read: both ways. An argument without a default must be given. A value that no program can hold is an error: it is
//     never wrapped.
// A guard with `{` is one command, and so is `}`, which stands for `leave()`. They need not balance, and the reader
// also accepts `leave()` and a guard without `{`. `[t1]` in front of a command runs it on thread slot 1. An operation
// that keeps a list of tensors names its two registers, which follow one another (r5, r0). Arguments for a device, a
// layout or a memory format have no text: they always have their default.
//   int: 3; Scalar: 2, 1.5, true (multiples of a half); int[]: [1, 2]; Tensor[]: [r0, r1]; dtype: float32; None.
#pragma once

#include <string>
#include <string_view>

#include "spec/program/program.h"
#include "spec/program/text_error.h"

namespace modecheck::spec {

// The program as text, with the header. Guards indent the commands after them on their thread.
std::string to_text(const Program& program);

// One command, canonical, on a line of its own without braces and indentation: "r3 = mul.Tensor(r0, r1)", "leave()".
std::string to_text(const Record& record);

// Throws TextError (the line, the text that was read, what was expected) if `text` is malformed. Comments are ignored.
Program parse_program(std::string_view text);

// One command in the form that `to_text(record)` writes. Throws TextError with line 1.
Record parse_record(std::string_view text);

}  // namespace modecheck::spec
