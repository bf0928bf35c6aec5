// Declares c10::KernelFunction, a type-erased kernel.
#pragma once

#include "engine/dispatch/kernel_function.h"
