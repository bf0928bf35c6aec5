// How a command is written in C++ against libtorch: the call alone.
#pragma once

#include <cstdint>
#include <string>

#include "spec/program/program.h"
#include "spec/program/record.h"

namespace modecheck::subjects {

// "r0.add(r1, 1)", "at::cat(std::vector<at::Tensor>{r0, r1}, 0)", "at::add_out(r2, r0, r1, 1)", "r0.set_data(r1)".
// Follows from the schema: a method if the first argument is `self`, arguments in the schema's order, `out` first. What
// has no call of its own (guards, `leave`, `capture_state`) is empty.
// Where libtorch has a function of that name in `at`, `Form::Function` calls it instead of the method, and instead of
// `add_out`, where the output is first, `add_outf`, where it is last.
enum class Form : std::uint8_t { Method, Function };
std::string cpp_call(const spec::Record& record, Form form = Form::Method);

// "{2, 2}"; an empty list has to be spelled out.
std::string cpp_list(const std::int64_t* begin, const std::int64_t* end);

// "torch::kFloat32".
std::string cpp_dtype(spec::DType dtype);

// "leaf<float>({2, 2}, {0.25, -1}, true)", with the helper of the emitted file.
std::string cpp_leaf(const spec::LeafSpec& leaf);

}  // namespace modecheck::subjects
