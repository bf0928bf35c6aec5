// Declares a container of torch::nn.
#pragma once

#include "engine/nn/containers/functional.h"
