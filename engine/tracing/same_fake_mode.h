// Tensors that autograd puts together must not be fake tensors of two modes.
#pragma once

#include <string_view>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

// Raises an Argument error if both are fake tensors, and belong to different fake modes. `what` names the caller.
void check_same_fake_mode(std::string_view what, const at::Tensor& a, const at::Tensor& b);

}  // namespace modecheck::engine
