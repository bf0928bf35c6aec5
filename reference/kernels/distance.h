// Distances between rows of numbers.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void cdist(KernelCall& call);
void pdist(KernelCall& call);

}  // namespace modecheck::reference
