// Declares functions of torch::nn::functional.
#pragma once

#include "engine/nn/functional/pixelshuffle.h"
