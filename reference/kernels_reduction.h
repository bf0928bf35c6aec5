// Reductions and softmax. At ties amax gives each of the equal elements the same share of the gradient, as measured of
// libtorch 1.13.1.
#pragma once

#include "reference/kernel_call.h"

namespace modecheck::reference {

void sum(KernelCall& call);  // over all dimensions
void sum_dim(KernelCall& call);
void mean_dim(KernelCall& call);
void amax(KernelCall& call);
void softmax(KernelCall& call);

}  // namespace modecheck::reference
