// Declares nodes that programs create themselves.
#pragma once

#include "engine/autograd/graph/undefined_grad.h"
#include "torch/csrc/autograd/function.h"
