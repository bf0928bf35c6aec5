// Elements that move, or become zero.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void flip(KernelCall& call);
void tril(KernelCall& call);
void triu(KernelCall& call);
void constant_pad_nd(KernelCall& call);
void repeat(KernelCall& call);
void reflection_pad(KernelCall& call);
void replication_pad(KernelCall& call);
void slice_scatter(KernelCall& call);
void select_scatter(KernelCall& call);

}  // namespace modecheck::reference
