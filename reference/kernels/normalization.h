// Groups of elements given the mean zero and the deviation one, then scaled and shifted by parameters; with the means
// and the reciprocals of the deviations beside them. How a subject sums up squares is left open, with what that costs.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void layer_norm(KernelCall& call);
void group_norm(KernelCall& call);
void batch_norm(KernelCall& call);  // and what it makes of the running statistics

}  // namespace modecheck::reference
