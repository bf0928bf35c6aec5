// The scalar kernels, one for each operator that computes: elements in double precision (float32 results rounded once
// where IEEE arithmetic rounds once), integers exactly, and for recorded calls the partial derivatives, derived per
// element from the mathematics and from nobody's backward formulas.
#pragma once

#include "reference/kernels/kernel_call.h"
#include "spec/program/operation.h"

namespace modecheck::reference {

using Kernel = void (*)(KernelCall&);

// The kernel that runs an operation, null if it computes nothing.
Kernel kernel_of(spec::OperationId operation);

// Whether it records all second partial derivatives that are not zero (of real numbers).
bool knows_bends(Kernel kernel);

}  // namespace modecheck::reference
