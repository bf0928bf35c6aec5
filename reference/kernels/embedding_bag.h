// Sums, means or maxima of rows that numbers name, bag by bag.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void embedding_bag(KernelCall& call);

}  // namespace modecheck::reference
