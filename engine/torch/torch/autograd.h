// Declares torch::autograd::backward, torch::autograd::grad and custom Functions.
#pragma once

#include "torch/csrc/autograd/autograd.h"
#include "torch/csrc/autograd/autograd_not_implemented_fallback.h"
#include "torch/csrc/autograd/custom_function.h"
