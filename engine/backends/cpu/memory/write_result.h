// A finished result moves to an `out=` argument, so that it does not matter what the two share, or with what was read.
#pragma once

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// What an output of other sizes comes to lie like.
enum class Resized : bool { RowByRow, AsTheResult };

// Raises before anything is written if `out` has another dtype or cannot be written. On Meta too.
void write_result(const char* name, const at::Tensor& result, const at::Tensor& out,
                  Resized resized = Resized::RowByRow);

// The same in steps, where several results move: what is wrong with one of the outputs, or memory that it does not get,
// leaves all as they were (E1).
void check_output(const char* name, const at::Tensor& result, const at::Tensor& out);
void size_output(const char* name, const at::Tensor& result, const at::Tensor& out, Resized resized);
void move_result(const char* name, const at::Tensor& result, const at::Tensor& out, Resized resized);

}  // namespace modecheck::engine::backends
