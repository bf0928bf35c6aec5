// Custom Functions.
#pragma once

#include "engine/autograd/custom_function.h"
