// Copies a finished result to an `out=` argument. It then does not matter whether `out` shares memory with the inputs.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// The strides of an output that is resized: row-major, or those of the result.
enum class Resized : bool { RowByRow, AsTheResult };

// Raises, before anything is written, if `out` has another dtype or cannot be written; also on Meta.
void write_result(const char* name, const at::Tensor& result, const at::Tensor& out,
                  Resized resized = Resized::RowByRow);

// The same in steps, for several results. An error in one output, or a failed allocation, leaves all outputs unchanged
// (E1).
void check_output(const char* name, const at::Tensor& result, const at::Tensor& out);
void size_output(const char* name, const at::Tensor& result, const at::Tensor& out, Resized resized);
void move_result(const char* name, const at::Tensor& result, const at::Tensor& out, Resized resized);

}  // namespace modecheck::engine::backends
