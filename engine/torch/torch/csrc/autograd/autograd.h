// Declares torch::autograd::backward and torch::autograd::grad.
#pragma once

#include "engine/autograd/user/autograd.h"
