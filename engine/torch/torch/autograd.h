// Functions that derivatives flow through, and what computes the derivatives.
#pragma once

#include "torch/csrc/autograd/autograd.h"
#include "torch/csrc/autograd/autograd_not_implemented_fallback.h"
#include "torch/csrc/autograd/custom_function.h"
