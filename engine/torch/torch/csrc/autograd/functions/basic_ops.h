// Declares autograd nodes that user code constructs directly: torch::autograd::UndefinedGrad.
#pragma once

#include "engine/autograd/graph/undefined_grad.h"
#include "torch/csrc/autograd/function.h"
