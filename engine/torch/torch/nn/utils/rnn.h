// Declares functions of torch::nn::utils.
#pragma once

#include "engine/nn/utils/rnn.h"
