// Operators that look at an image between its elements, from their definitions.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void upsample_nearest(KernelCall& call);
void upsample_bilinear(KernelCall& call);

}  // namespace modecheck::reference
