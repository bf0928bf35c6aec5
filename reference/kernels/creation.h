// Creation from sizes and numbers.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void zeros(KernelCall& call);  // empty too: memory that nobody wrote is zero here and in every subject
void ones(KernelCall& call);
void full(KernelCall& call);
void scalar_tensor(KernelCall& call);
void arange(KernelCall& call);
void fill(KernelCall& call);

}  // namespace modecheck::reference
