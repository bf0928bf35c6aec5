// Norms.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void vector_norm(KernelCall& call);
void norm(KernelCall& call);
void norm_along(KernelCall& call);

}  // namespace modecheck::reference
