// Images, sampled where a grid says.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void grid_sampler(KernelCall& call);

}  // namespace modecheck::reference
