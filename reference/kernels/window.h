// Operators that slide a window over an image, from their definitions.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void convolution(KernelCall& call);
void col2im(KernelCall& call);
void avg_pool(KernelCall& call);
void max_pool(KernelCall& call);
// Equal shares of the image, as far as whole elements allow.
void adaptive_avg_pool(KernelCall& call);

}  // namespace modecheck::reference
