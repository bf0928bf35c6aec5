// Discrete Fourier transforms.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void fft_r2c(KernelCall& call);
void fft_c2r(KernelCall& call);
void fft_c2c(KernelCall& call);

}  // namespace modecheck::reference
