// Declares torch::autograd::Function.
#pragma once

#include "engine/autograd/user/custom_function.h"
