// Declares checks of arguments: of dimensions, ranks, and of whether an output overlaps with itself or with an input.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// Returns `dimension` as a non-negative number. A rank of 0 is treated as 1. Raises if the dimension is out of range.
std::int64_t wrap_dimension(const char* name, std::int64_t dimension, std::int64_t rank);

// Raises an error because a dimension is given twice. As in libtorch this is a plain Error and no IndexError.
[[noreturn]] void reject_repeated(const char* name, std::int64_t dimension);

// Raises if `out` is expanded, because an element that several positions share cannot hold several results.
void check_no_internal_overlap(const char* name, const at::Tensor& out);
// Raises if `out` overlaps `input` partially. `out` may be `input` itself.
void check_no_partial_overlap(const char* name, const at::Tensor& out, const at::Tensor& input);
// Raises if `out` overlaps `input` or is `input`. This check is for operators that write some elements before they have
// read others.
void check_no_overlap(const char* name, const at::Tensor& out, const at::Tensor& input);

// Raises if `out` will overlap `input` or is `input`. This check is for an `out` that will be resized before it is
// written. `sizes` and `strides` describe `out` after it is resized.
void check_no_overlap(const char* name, const at::Tensor& out, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                      const at::Tensor& input);

void check_same_device(const char* name, const at::Tensor& a, const at::Tensor& b);

// Raises for more than 64 dimensions, because kernels keep sizes in arrays of a fixed length.
void check_rank(const char* name, std::size_t rank);

}  // namespace modecheck::engine::backends
