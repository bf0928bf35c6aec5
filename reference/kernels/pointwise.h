// Element by element, with broadcasting and type promotion. Derivatives at kinks are libtorch 1.13.1's, as measured:
//   relu'(0) = 0, relu'(NaN) = 1; abs'(0) = 0; maximum, minimum: 1/2 for each of two equal operands;
//   fmax, fmin: all of it to the first of two equal ones, and to what is a number.
#pragma once

#include "reference/kernels/kernel_call.h"

namespace modecheck::reference {

void neg(KernelCall& call);
void abs(KernelCall& call);
void exp(KernelCall& call);
void relu(KernelCall& call);
void sigmoid(KernelCall& call);
void tanh(KernelCall& call);

void add(KernelCall& call);  // self + alpha * other
void sub(KernelCall& call);
void mul(KernelCall& call);
void mul_scalar(KernelCall& call);
void div(KernelCall& call);
void maximum(KernelCall& call);
void where(KernelCall& call);

void add_scalar(KernelCall& call);
void sub_scalar(KernelCall& call);
void rsub(KernelCall& call);  // other - alpha * self
void rsub_scalar(KernelCall& call);
void div_scalar(KernelCall& call);
void minimum(KernelCall& call);
void fmax(KernelCall& call);
void fmin(KernelCall& call);
void atan2(KernelCall& call);
void clamp_min_by_tensor(KernelCall& call);
void clamp_max_by_tensor(KernelCall& call);
void clamp_by_tensors(KernelCall& call);
void copysign(KernelCall& call);
void xlogy(KernelCall& call);

void eq(KernelCall& call);
void ne(KernelCall& call);
void lt(KernelCall& call);
void le(KernelCall& call);
void gt(KernelCall& call);
void ge(KernelCall& call);
void eq_scalar(KernelCall& call);
void ne_scalar(KernelCall& call);
void lt_scalar(KernelCall& call);
void le_scalar(KernelCall& call);
void gt_scalar(KernelCall& call);
void ge_scalar(KernelCall& call);
void logical_and(KernelCall& call);
void logical_or(KernelCall& call);
void logical_xor(KernelCall& call);
void bitwise_and(KernelCall& call);
void bitwise_or(KernelCall& call);
void bitwise_xor(KernelCall& call);
void bitwise_and_scalar(KernelCall& call);
void bitwise_or_scalar(KernelCall& call);
void bitwise_xor_scalar(KernelCall& call);

}  // namespace modecheck::reference
