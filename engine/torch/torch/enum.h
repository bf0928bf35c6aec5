// Declares the enumerators of options, such as torch::kReLU.
#pragma once

#include "c10/util/variant.h"
#include "engine/nn/options/one_of.h"
