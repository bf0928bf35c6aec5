// Defines TORCH_ARG.
#pragma once

#include "engine/nn/options/argument.h"
