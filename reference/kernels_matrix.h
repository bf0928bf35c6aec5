// Matrix products.
#pragma once

#include "reference/kernel_call.h"

namespace modecheck::reference {

void matmul(KernelCall& call);  // mm too
void addmm(KernelCall& call);   // beta * self + alpha * (mat1 @ mat2)

}  // namespace modecheck::reference
