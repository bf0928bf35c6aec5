// Random numbers, as libtorch draws them on the CPU from MT19937 seeded with spec::rand_seed, or as the engine's CUDA
// device draws them from Philox. Nothing flows through them.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void rand(KernelCall& call);
void randn(KernelCall& call);
void rand_like(KernelCall& call);
void permutation(KernelCall& call);
void integers_below(KernelCall& call);    // randint
void integers_between(KernelCall& call);  // randint.low
void dropout(KernelCall& call);
void uniform(KernelCall& call);
void normal(KernelCall& call);
void exponential(KernelCall& call);
void random(KernelCall& call);
void random_between(KernelCall& call);
void bernoulli(KernelCall& call);
void bernoulli_each(KernelCall& call);  // bernoulli_.Tensor, bernoulli

}  // namespace modecheck::reference
