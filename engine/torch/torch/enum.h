// Declares the enumerators of options, such as torch::kReLU.
#pragma once

#include "engine/nn/options/one_of.h"
