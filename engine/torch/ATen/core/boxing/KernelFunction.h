// Kernels, erased.
#pragma once

#include "engine/dispatch/kernel_function.h"
