// Declares torch::nn::ModuleHolder.
#pragma once

#include "engine/nn/module.h"
#include "engine/nn/module_holder.h"
