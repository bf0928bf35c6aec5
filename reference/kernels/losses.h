// Losses.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void mse_loss(KernelCall& call);
void smooth_l1_loss(KernelCall& call);
void huber_loss(KernelCall& call);
void binary_cross_entropy(KernelCall& call);
void nll_loss(KernelCall& call);

}  // namespace modecheck::reference
