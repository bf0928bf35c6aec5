// Declares torch::nn::Cloneable.
#pragma once

#include "engine/nn/cloneable.h"
#include "torch/types.h"
