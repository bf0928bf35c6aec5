// Declares torch::nn::init.
#pragma once

#include "engine/nn/init/init.h"
