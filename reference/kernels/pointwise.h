// Kernels of pointwise.cpp that kernels of other files fall back to.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void div(KernelCall& call);
void div_scalar(KernelCall& call);

}  // namespace modecheck::reference
