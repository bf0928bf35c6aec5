// Declares a function that prints lists and dictionaries of parameters.
#pragma once

#include <ostream>
#include <string>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/ordered_dict.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

namespace detail {
// Prints the name and a line for each parameter, with its dtype and its sizes.
void print_parameters(std::ostream& stream, const char* name, const OrderedDict<std::string, at::Tensor>& parameters);
}  // namespace detail

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
