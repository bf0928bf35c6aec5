// Declares modules of torch::nn.
#pragma once

#include "engine/nn/modules/transformercoder.h"
