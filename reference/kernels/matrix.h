// Matrix products.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void matmul(KernelCall& call);  // mm too
void addmm(KernelCall& call);   // beta * self + alpha * (mat1 @ mat2); of vectors and batches too
void addbmm(KernelCall& call);  // the same with the sum of a batch's products

}  // namespace modecheck::reference
