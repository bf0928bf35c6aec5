// Copies and conversions.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void copy(KernelCall& call);       // the output has the elements of input 0, row-major, in its own dtype
void copy_into(KernelCall& call);  // copy_, copy: input 0 is the target, input 1 is broadcast to it

}  // namespace modecheck::reference
