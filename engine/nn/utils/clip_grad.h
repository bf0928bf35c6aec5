// Declares torch::nn::utils::clip_grad_norm_ and clip_grad_value_, which limit gradients in place.
#pragma once

#include <initializer_list>
#include <vector>

#include "engine/core/tensor/tensor.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace utils {

// Scales the gradients so that the norm of all their numbers together is at most `max_norm`, and returns the norm that
// they had. Raises an Argument error for a norm that is infinite or NaN if `error_if_nonfinite` is set.
double clip_grad_norm_(std::vector<at::Tensor> parameters, double max_norm, double norm_type = 2.0,
                       bool error_if_nonfinite = false);
double clip_grad_norm_(std::initializer_list<at::Tensor> parameters, double max_norm, double norm_type = 2.0,
                       bool error_if_nonfinite = false);
double clip_grad_norm_(at::Tensor parameter, double max_norm, double norm_type = 2.0, bool error_if_nonfinite = false);

// Limits each number of the gradients to [-clip_value, clip_value].
void clip_grad_value_(std::vector<at::Tensor> parameters, double clip_value);
void clip_grad_value_(std::initializer_list<at::Tensor> parameters, double clip_value);
void clip_grad_value_(at::Tensor parameter, double clip_value);

}  // namespace utils
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
