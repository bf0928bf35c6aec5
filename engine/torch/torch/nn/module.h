// Declares torch::nn::Module.
#pragma once

#include "engine/nn/module.h"
#include "torch/types.h"
