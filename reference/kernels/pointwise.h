// Kernels that kernels of another file fall back to.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void div(KernelCall& call);
void div_scalar(KernelCall& call);

}  // namespace modecheck::reference
