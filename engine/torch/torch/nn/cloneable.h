// Modules that can be copied.
#pragma once

#include "engine/nn/cloneable.h"
#include "torch/types.h"
