// Reductions and softmax. At ties amax gives each of the equal elements the same share of the gradient, as measured of
// libtorch 1.13.1; so does amin.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void sum(KernelCall& call);  // over all dimensions
void sum_dim(KernelCall& call);
void mean_dim(KernelCall& call);
void mean(KernelCall& call);
void amax(KernelCall& call);
void amin(KernelCall& call);
void max_of_all(KernelCall& call);
void min_of_all(KernelCall& call);
void prod(KernelCall& call);
void prod_dim(KernelCall& call);
void nansum(KernelCall& call);
void any(KernelCall& call);
void any_dim(KernelCall& call);
void all(KernelCall& call);
void all_dim(KernelCall& call);
void argmax(KernelCall& call);
void argmin(KernelCall& call);
void count_nonzero(KernelCall& call);
void cumsum(KernelCall& call);
void cumprod(KernelCall& call);
void logsumexp(KernelCall& call);
void var(KernelCall& call);
void var_unbiased(KernelCall& call);
void std_deviation(KernelCall& call);
void var_mean(KernelCall& call);
void std_mean(KernelCall& call);
void softmax(KernelCall& call);
void log_softmax(KernelCall& call);

}  // namespace modecheck::reference
