// The generator of the CPU: at::CPUGeneratorImpl, at::detail::createCPUGenerator.
#pragma once

#include "engine/backends/cpu/generator.h"
