// Writes the call of a command in C++ against libtorch.
#pragma once

#include <cstdint>
#include <string>

#include "spec/program/program.h"
#include "spec/program/record.h"

namespace modecheck::subjects {

// Returns, for example, "r0.add(r1, 1)", "at::cat(std::vector<at::Tensor>{r0, r1}, 0)", "at::add_out(r2, r0, r1, 1)" or
// "r0.set_data(r1)". The call follows from the schema: a method if the first argument is `self`, and arguments in the
// schema's order, but `out` first. Returns "" for commands without a call of their own (guards, `leave`,
// `capture_state`). `Form::Function` calls the function of that name in `at`, if libtorch has one, instead of the
// method. It calls `add_outf`, where the output is last, instead of `add_out`, where it is first.
enum class Form : std::uint8_t { Method, Function };
std::string cpp_call(const spec::Record& record, Form form = Form::Method);

// Returns, for example, "{2, 2}"; an empty list needs its type.
std::string cpp_list(const std::int64_t* begin, const std::int64_t* end);

// Returns, for example, "torch::kFloat32".
std::string cpp_dtype(spec::DType dtype);

// Returns, for example, "leaf<float>({2, 2}, {0.25, -1}, true)", a call of a helper in the emitted file.
std::string cpp_leaf(const spec::LeafSpec& leaf);

}  // namespace modecheck::subjects
