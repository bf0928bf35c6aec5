// The scalar kernels, one for each operator that computes values. Floating elements are computed in double precision (a
// float32 result is rounded once where IEEE arithmetic rounds once), and integers exactly. For recorded calls, partial
// derivatives are derived per element from the mathematics, and not from a library's backward formulas.
#pragma once

#include "reference/kernels/kernel_row.h"
#include "spec/program/operation.h"

namespace modecheck::reference {

// The row of the kernel that runs an operation; null if the operation computes no values.
const KernelRow* kernel_of(spec::OperationId operation);

}  // namespace modecheck::reference
