// Declares modules of torch::nn.
#pragma once

#include "engine/nn/modules/transformerlayer.h"
