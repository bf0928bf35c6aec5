// The generator of the CPU: at::CPUGeneratorImpl, at::detail::createCPUGenerator.
#pragma once

#include "ATen/core/MT19937RNGEngine.h"
#include "engine/backends/cpu/random/generator.h"
