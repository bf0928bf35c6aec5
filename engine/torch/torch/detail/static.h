// Declares type traits of modules.
#pragma once

#include "engine/nn/module_traits.h"
#include "torch/csrc/utils/variadic.h"
#include "torch/nn/module.h"
