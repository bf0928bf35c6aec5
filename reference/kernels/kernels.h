// The scalar kernels, one for each operator that computes: elements in double precision (float32 results rounded once
// where IEEE arithmetic rounds once), integers exactly, and for recorded calls the partial derivatives, derived per
// element from the mathematics and from nobody's backward formulas.
#pragma once

#include "reference/kernels/kernel_row.h"
#include "spec/program/operation.h"

namespace modecheck::reference {

// The row of the kernel that runs an operation, null if it computes nothing.
const KernelRow* kernel_of(spec::OperationId operation);

}  // namespace modecheck::reference
