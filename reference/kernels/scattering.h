// Elements taken together: with those that an index sends to their place, or that are of one segment.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void scatter_reduce(KernelCall& call);
void segment_reduce(KernelCall& call);

}  // namespace modecheck::reference
