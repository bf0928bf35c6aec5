// Preconditions that operators of several families share.
#pragma once

#include <cstdint>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::backends {

// A dimension counted from the front; a rank of 0 is treated as 1. Raises if it is out of range.
std::int64_t wrap_dimension(const char* name, std::int64_t dimension, std::int64_t rank);

// A dimension was named twice. libtorch has no IndexError for it.
[[noreturn]] void reject_repeated(const char* name, std::int64_t dimension);

// A tensor about to be written must not be expanded: an element with several places has no one value.
void check_no_internal_overlap(const char* name, const at::Tensor& out);
// It may be `input` itself, but not overlap it otherwise.
void check_no_partial_overlap(const char* name, const at::Tensor& out, const at::Tensor& input);
// It may not even be `input` itself: elements are read after others were written.
void check_no_overlap(const char* name, const at::Tensor& out, const at::Tensor& input);

// The last one for an `out` that will have other sizes and strides by the time it is written.
void check_no_overlap(const char* name, const at::Tensor& out, c10::IntArrayRef sizes, c10::IntArrayRef strides,
                      const at::Tensor& input);

void check_same_device(const char* name, const at::Tensor& a, const at::Tensor& b);

// Kernels keep sizes in arrays of a fixed length.
void check_rank(const char* name, std::size_t rank);

}  // namespace modecheck::engine::backends
