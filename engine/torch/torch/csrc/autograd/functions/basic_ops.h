// Nodes that programs make themselves.
#pragma once

#include "engine/autograd/undefined_grad.h"
#include "torch/csrc/autograd/function.h"
