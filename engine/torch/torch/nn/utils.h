// Declares torch::nn::utils.
#pragma once

#include "engine/nn/utils/clip_grad.h"
#include "engine/nn/utils/convert_parameters.h"
#include "engine/nn/utils/rnn.h"
