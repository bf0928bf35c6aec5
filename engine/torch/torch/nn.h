// Declares torch::nn::Module and its helpers. libtorch's layers are not implemented.
#pragma once

#include "engine/nn/absent_layers.h"
#include "torch/nn/cloneable.h"
#include "torch/nn/module.h"
#include "torch/nn/pimpl.h"
