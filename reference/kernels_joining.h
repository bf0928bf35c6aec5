// Joining tensors, and picking elements by an index or a mask.
#pragma once

#include "reference/kernel_call.h"

namespace modecheck::reference {

void cat(KernelCall& call);
void stack(KernelCall& call);
void index_select(KernelCall& call);
void gather(KernelCall& call);
void masked_fill(KernelCall& call);
void masked_fill_by_tensor(KernelCall& call);

}  // namespace modecheck::reference
