// Declares write_result, which copies a finished result to an `out=` argument. `out` may share memory with the inputs,
// because they are no longer read.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// Says which strides an `out=` argument gets if it is resized: row-major strides, or the strides of the result.
enum class Resized : bool { RowByRow, AsTheResult };

// Copies `result` to `out`. Raises, before anything is written, if `out` has another dtype or cannot be written. The
// checks apply on Meta, too.
void write_result(const char* name, const at::Tensor& result, const at::Tensor& out,
                  Resized resized = Resized::RowByRow);

// check_output, size_output and move_result are the steps of write_result, for operators with several results. Such an
// operator takes each step for all outputs before the next step. A wrong output or a failed allocation thus leaves all
// outputs unchanged (rule E1).
void check_output(const char* name, const at::Tensor& result, const at::Tensor& out);
void size_output(const char* name, const at::Tensor& result, const at::Tensor& out, Resized resized);
void move_result(const char* name, const at::Tensor& result, const at::Tensor& out, Resized resized);

}  // namespace modecheck::engine::backends
