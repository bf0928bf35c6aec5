// The table of reference kernels, with one kernel for each operator that computes values. Floating elements are
// computed in double precision; a float32 result is rounded once where IEEE arithmetic rounds once. Integers are
// computed exactly. Partial derivatives are derived per element from the mathematics, and not from a library's backward
// formulas.
#pragma once

#include "reference/kernels/kernel_row.h"
#include "spec/program/operation.h"

namespace modecheck::reference {

// Returns the row of the kernel that runs `operation`; null if the operation computes no values.
const KernelRow* kernel_of(spec::OperationId operation);

}  // namespace modecheck::reference
