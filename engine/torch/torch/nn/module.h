// Modules.
#pragma once

#include "engine/nn/module.h"
#include "torch/types.h"
