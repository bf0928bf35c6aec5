// Inverses, Cholesky factors and triangular systems of small matrices.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void inverse(KernelCall& call);
void cholesky(KernelCall& call);
void solve_triangular(KernelCall& call);
void determinant(KernelCall& call);
void log_determinant(KernelCall& call);
void solve(KernelCall& call);

}  // namespace modecheck::reference
