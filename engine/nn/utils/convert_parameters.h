// Declares torch::nn::utils::parameters_to_vector and vector_to_parameters.
#pragma once

#include <vector>

#include "engine/core/tensor/tensor.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace utils {

// Joins the numbers of all parameters. Raises an Argument error for parameters on several devices.
at::Tensor parameters_to_vector(const std::vector<at::Tensor>& parameters);
// Makes consecutive parts of the vector the data of the parameters, by set_data(). They share the vector's memory.
// Raises an Argument error for parameters on several devices, and for a vector that is too short.
void vector_to_parameters(const at::Tensor& vec, std::vector<at::Tensor> parameters);

}  // namespace utils
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
