// Joining tensors, and picking elements by an index or a mask.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void cat(KernelCall& call);
void stack(KernelCall& call);
void index_select(KernelCall& call);
void gather(KernelCall& call);
void masked_fill(KernelCall& call);
void masked_fill_by_tensor(KernelCall& call);

// Writing where an index says.
void index_add(KernelCall& call);
void index_copy(KernelCall& call);
void index_fill(KernelCall& call);
void scatter(KernelCall& call);
void scatter_value(KernelCall& call);
void scatter_add(KernelCall& call);
void masked_scatter(KernelCall& call);
void nonzero(KernelCall& call);
void embedding(KernelCall& call);
void index(KernelCall& call);
void index_put(KernelCall& call);

}  // namespace modecheck::reference
