// Powers, remainders, rounded quotients and the operators of three tensors, element by element.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void pow_by_tensor(KernelCall& call);
void pow_of_number(KernelCall& call);
void fmod(KernelCall& call);
void fmod_by_number(KernelCall& call);
void remainder(KernelCall& call);
void remainder_by_number(KernelCall& call);
void div_rounded(KernelCall& call);
void div_rounded_by_number(KernelCall& call);
void hypot(KernelCall& call);
void logaddexp(KernelCall& call);
void lerp(KernelCall& call);
void lerp_by_number(KernelCall& call);
void addcmul(KernelCall& call);
void addcdiv(KernelCall& call);

}  // namespace modecheck::reference
