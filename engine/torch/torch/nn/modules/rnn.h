// Declares modules of torch::nn.
#pragma once

#include "engine/nn/modules/rnn.h"
