// Declares torch::nn::init, which fills parameters with numbers. The functions write the tensor without recording
// (rules M2 and V3 hold) and return it.
#pragma once

#include <cstdint>
#include <tuple>

#include "engine/core/tensor/tensor.h"
#include "engine/core/types/scalar.h"
#include "engine/nn/options/one_of.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace init {

using at::Tensor;

using NonlinearityType =
    enumtype::OneOf<enumtype::kLinear, enumtype::kConv1D, enumtype::kConv2D, enumtype::kConv3D,
                    enumtype::kConvTranspose1D, enumtype::kConvTranspose2D, enumtype::kConvTranspose3D,
                    enumtype::kSigmoid, enumtype::kTanh, enumtype::kReLU, enumtype::kLeakyReLU>;
using FanModeType = enumtype::OneOf<enumtype::kFanIn, enumtype::kFanOut>;

// Returns the factor by which the nonlinearity's weights are scaled. `param` is the slope of a leaky ReLU.
double calculate_gain(NonlinearityType nonlinearity, double param = 0.01);

Tensor constant_(Tensor tensor, c10::Scalar value);
// Makes a convolution that copies its input. Raises an Argument error unless the tensor has three to five dimensions.
Tensor dirac_(Tensor tensor);
// Makes the identity matrix. Raises an Argument error unless the tensor has two dimensions.
Tensor eye_(Tensor matrix);
Tensor normal_(Tensor tensor, double mean = 0, double std = 1);
Tensor ones_(Tensor tensor);
// Makes a matrix whose rows, or else columns, are orthonormal, times the gain. Raises an Argument error for a tensor
// of less than two dimensions.
Tensor orthogonal_(Tensor tensor, double gain = 1.0);
// Draws a matrix from a normal distribution and sets this part of each column to zero.
Tensor sparse_(Tensor tensor, double sparsity, double std = 0.01);
Tensor uniform_(Tensor tensor, double low = 0, double high = 1);
// These functions draw numbers whose width depends on the number of inputs and outputs of each unit. They raise an
// Argument error for a tensor of less than two dimensions.
Tensor kaiming_normal_(Tensor tensor, double a = 0, FanModeType mode = torch::kFanIn,
                       NonlinearityType nonlinearity = torch::kLeakyReLU);
Tensor kaiming_uniform_(Tensor tensor, double a = 0, FanModeType mode = torch::kFanIn,
                        NonlinearityType nonlinearity = torch::kLeakyReLU);
Tensor xavier_normal_(Tensor tensor, double gain = 1.0);
Tensor xavier_uniform_(Tensor tensor, double gain = 1.0);
Tensor zeros_(Tensor tensor);
std::tuple<std::int64_t, std::int64_t> _calculate_fan_in_and_fan_out(const Tensor& tensor);

}  // namespace init
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
