// Writes the call of a command as C++ code that uses libtorch.
#pragma once

#include <cstdint>
#include <string>

#include "spec/program/program.h"
#include "spec/program/record.h"

namespace modecheck::subjects {

// Returns the call of a command, for example "r0.add(r1, 1)", "at::cat(std::vector<at::Tensor>{r0, r1}, 0)",
// "at::add_out(r2, r0, r1, 1)" or "r0.set_data(r1)". The call follows from the schema. It is a method call if the first
// argument is `self`. Arguments have the schema's order, but `out` comes first. The result is "" for commands that are
// no call (guards, `leave`, `capture_state`).
// With `Form::Function` the call names the function in `at`, if libtorch has one, instead of the method. It also names
// `add_outf`, where the output is last, instead of `add_out`, where it is first.
enum class Form : std::uint8_t { Method, Function };
std::string cpp_call(const spec::Record& record, Form form = Form::Method);

// Returns a list as C++ text, for example "{2, 2}". An empty list is written with its type.
std::string cpp_list(const std::int64_t* begin, const std::int64_t* end);

// Returns a dtype as C++ text, for example "torch::kFloat32".
std::string cpp_dtype(spec::DType dtype);

// Returns the C++ text that makes a leaf, for example "leaf<float>({2, 2}, {0.25, -1}, true)". It calls a function of
// the emitted file.
std::string cpp_leaf(const spec::LeafSpec& leaf);

}  // namespace modecheck::subjects
