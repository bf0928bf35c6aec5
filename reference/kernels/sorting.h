// What is chosen along a dimension by its order. Of equal elements max and min choose the first, and a stable sort
// keeps their order; which of them the others choose is left open, with the derivative that follows from it. NaN is
// beyond all numbers, for min too.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void max_along(KernelCall& call);
void min_along(KernelCall& call);
void sort(KernelCall& call);
void sort_in_any_order(KernelCall& call);
void topk(KernelCall& call);
void kthvalue(KernelCall& call);
void median_along(KernelCall& call);
void places_in(KernelCall& call);
void place_in(KernelCall& call);  // of one number
void buckets(KernelCall& call);
void bucket(KernelCall& call);
void unique(KernelCall& call);
void cummax(KernelCall& call);
void cummin(KernelCall& call);

}  // namespace modecheck::reference
