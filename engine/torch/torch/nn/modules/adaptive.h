// Declares modules of torch::nn.
#pragma once

#include "engine/nn/modules/adaptive.h"
