// What picks elements by their values, by a mask, or by where they lie; what puts them elsewhere.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void median_of_all(KernelCall& call);
void masked_select(KernelCall& call);
void take_elements(KernelCall& call);
void roll(KernelCall& call);
void diag_embed(KernelCall& call);
void trace(KernelCall& call);
void logcumsumexp(KernelCall& call);

}  // namespace modecheck::reference
