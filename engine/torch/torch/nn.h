// Declares torch::nn. Layers that are not built give an error that says what to write instead.
#pragma once

#include "torch/nn/cloneable.h"
#include "torch/nn/functional.h"
#include "torch/nn/init.h"
#include "torch/nn/module.h"
#include "torch/nn/modules.h"
#include "torch/nn/options.h"
#include "torch/nn/pimpl.h"
#include "torch/nn/utils.h"
