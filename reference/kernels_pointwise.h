// Element by element, with broadcasting and type promotion. Derivatives at kinks are libtorch 1.13.1's, as measured:
//   relu'(0) = 0, relu'(NaN) = 1; abs'(0) = 0; maximum: 1/2 for each of two equal operands.
#pragma once

#include "reference/kernel_call.h"

namespace modecheck::reference {

void neg(KernelCall& call);
void abs(KernelCall& call);
void exp(KernelCall& call);
void relu(KernelCall& call);
void sigmoid(KernelCall& call);
void tanh(KernelCall& call);

void add(KernelCall& call);  // self + alpha * other
void add_scalar(KernelCall& call);
void sub(KernelCall& call);
void mul(KernelCall& call);
void mul_scalar(KernelCall& call);
void div(KernelCall& call);
void maximum(KernelCall& call);
void where(KernelCall& call);

void eq(KernelCall& call);
void lt(KernelCall& call);
void gt_scalar(KernelCall& call);

}  // namespace modecheck::reference
