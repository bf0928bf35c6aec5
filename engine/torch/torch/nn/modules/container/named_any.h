// Declares a container of torch::nn.
#pragma once

#include "engine/nn/containers/named_any.h"
