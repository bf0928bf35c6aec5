// Tells fake modes with symbolic sizes that a function computes with the sizes of its tensors as numbers.
#pragma once

#include <string_view>

#include "engine/core/tensor/tensor.h"
#include "engine/core/types/array_ref.h"
#include "engine/tracing/symbolic_tracer.h"

namespace modecheck::engine {

// Makes the symbolic sizes, strides and offset of a fake tensor numbers, by guards that name `function`. Does nothing
// for other tensors, and while tracing is off. Raises DataDependentError if a size depends on data.
void make_sizes_numbers(std::string_view function, const at::Tensor& tensor);
void make_sizes_numbers(std::string_view function, at::TensorList tensors);

// A function that the catalogue of operators does not have calls this before it reads a size, such as
// sizes_as_numbers("glu", self). The sizes that it computes, and gives to operators, are then those of the traced call.
template <typename... Tensors>
void sizes_as_numbers(std::string_view function, const Tensors&... tensors) {
  if (any_tracer()) [[unlikely]]
    (make_sizes_numbers(function, tensors), ...);
}

}  // namespace modecheck::engine
