// The text form of programs (`.prog`), which people write and read:
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
// A line has one command. `#` starts a comment, and spaces mean nothing. The names of operations and arguments are the
// schema's names. As in Python, arguments are given by position or as `name=value`. Positional arguments come first.
// Arguments behind `*` in the schema are given by name only.
//   writing: tensors are given by position until the first named argument, and all other arguments by name. An argument
//            with the default value of its schema is left out. So is a `gradient` that is not read (`seeding` is not
//            2).
//   reading: both ways are accepted. An argument without a default must be given. A value that no program can hold is
//   an
//            error; it is never wrapped.
// A guard with `{` is one command, and so is `}`, which stands for `leave()`. Braces need not balance. The reader also
// accepts `leave()` and a guard without `{`. `[t1]` in front of a command runs the command on thread slot 1. An
// operation that keeps a list of tensors names two registers, of which one follows the other (r5, r0). Arguments for a
// device, a layout or a memory format have no text: they always have their default.
// Values are written like this. int: 3; Scalar: 2, 1.5, true (multiples of a half); int[]: [1, 2]; Tensor[]: [r0, r1];
// dtype: float32; None.
#pragma once

#include <string>
#include <string_view>

#include "spec/program/program.h"
#include "spec/program/text_error.h"

namespace modecheck::spec {

// Writes a program as text, with the header line. Commands after a guard on the same thread are indented.
std::string to_text(const Program& program);

// Writes one canonical command as one line without braces and indentation: "r3 = mul.Tensor(r0, r1)", "leave()".
std::string to_text(const Record& record);

// Reads a program from text, without its comments. If `text` is malformed, it throws TextError, which holds the line,
// the text that was read and what was expected.
Program parse_program(std::string_view text);

// Reads one command in the form that `to_text(record)` writes. If the text is malformed, it throws TextError with line
// 1.
Record parse_record(std::string_view text);

// Returns a record of the operation. Arguments from position `first` on have the schema's defaults, and arguments
// before it are zero. Throws std::logic_error if an argument has no default, or if no record can hold the default.
Record default_arguments(OperationId id, std::size_t first);

}  // namespace modecheck::spec
