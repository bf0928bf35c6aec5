// Custom Functions.
#pragma once

#include "engine/autograd/user/custom_function.h"
