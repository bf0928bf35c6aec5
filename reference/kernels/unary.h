// Functions of one tensor, element by element. Derivatives at kinks are libtorch 1.13.1's, as measured: elu'(0) is that
// of its curved side; at their bounds clamp and hardtanh are flat.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void log(KernelCall& call);
void log2(KernelCall& call);
void log10(KernelCall& call);
void log1p(KernelCall& call);
void exp2(KernelCall& call);
void expm1(KernelCall& call);
void sqrt(KernelCall& call);
void rsqrt(KernelCall& call);
void sin(KernelCall& call);
void cos(KernelCall& call);
void tan(KernelCall& call);
void asin(KernelCall& call);
void acos(KernelCall& call);
void atan(KernelCall& call);
void sinh(KernelCall& call);
void cosh(KernelCall& call);
void asinh(KernelCall& call);
void acosh(KernelCall& call);
void atanh(KernelCall& call);
void erf(KernelCall& call);
void erfc(KernelCall& call);
void reciprocal(KernelCall& call);
void silu(KernelCall& call);
void gelu(KernelCall& call);
void hardsigmoid(KernelCall& call);
void hardswish(KernelCall& call);
void mish(KernelCall& call);
void lgamma(KernelCall& call);
void digamma(KernelCall& call);
void polygamma(KernelCall& call);
void softplus(KernelCall& call);
void elu(KernelCall& call);
void leaky_relu(KernelCall& call);
void pow(KernelCall& call);  // by a number

void sign(KernelCall& call);
void floor(KernelCall& call);
void ceil(KernelCall& call);
void trunc(KernelCall& call);
void round(KernelCall& call);
void frac(KernelCall& call);
void hardtanh(KernelCall& call);
void celu(KernelCall& call);
void softshrink(KernelCall& call);
void threshold(KernelCall& call);
void logit(KernelCall& call);
void sgn(KernelCall& call);
void clamp(KernelCall& call);
void clamp_min(KernelCall& call);
void clamp_max(KernelCall& call);
void nan_to_num(KernelCall& call);

void isnan(KernelCall& call);
void isinf(KernelCall& call);
void logical_not(KernelCall& call);
void bitwise_not(KernelCall& call);

}  // namespace modecheck::reference
