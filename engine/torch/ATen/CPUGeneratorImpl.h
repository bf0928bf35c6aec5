// Declares the CPU's random number generator: at::CPUGeneratorImpl and at::detail::createCPUGenerator.
#pragma once

#include "ATen/core/MT19937RNGEngine.h"
#include "engine/backends/cpu/random/generator.h"
