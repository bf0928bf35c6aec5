// Tells fake modes with symbolic sizes that a function computes with the sizes of its tensors as numbers.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/core/tensor/tensor.h"
#include "engine/core/types/array_ref.h"
#include "engine/tracing/symbolic_tracer.h"

namespace modecheck::engine {

// Makes the symbolic sizes, strides and offset of a fake tensor numbers, by guards that name `function`. Does nothing
// for other tensors, while tracing is off, and in the body of an operator of the catalogue, whose own operators are
// traced. Raises DataDependentError if a size depends on data.
void make_sizes_numbers(std::string_view function, const at::Tensor& tensor);
void make_sizes_numbers(std::string_view function, at::TensorList tensors);
inline void make_sizes_numbers(std::string_view function, const c10::optional<at::Tensor>& tensor) {
  if (tensor.has_value()) make_sizes_numbers(function, *tensor);
}

// A function that the catalogue of operators does not have calls this before it reads a size, such as
// sizes_as_numbers("glu", self). The sizes that it computes, and gives to operators, are then those of the traced call.
template <typename... Tensors>
void sizes_as_numbers(std::string_view function, const Tensors&... tensors) {
  if (any_tracer()) [[unlikely]]
    (make_sizes_numbers(function, tensors), ...);
}

// Return whether two tensors have the same sizes, or one size in common.
// For fake tensors with symbolic sizes, the answer becomes a guard that names `function`.
bool have_equal_sizes(const char* function, const at::Tensor& a, const at::Tensor& b);
bool are_equal_sizes(const char* function, const at::Tensor& a, std::int64_t dim_of_a, const at::Tensor& b,
                     std::int64_t dim_of_b);

}  // namespace modecheck::engine
