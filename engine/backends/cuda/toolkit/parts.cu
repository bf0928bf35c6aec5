#include "engine/backends/cuda/toolkit/pointwise.cuh"
#include "engine/backends/functions/parts.h"

namespace modecheck::engine::cuda {

void add_part_kernels(std::vector<KernelRow>& rows) {
  using namespace backends;  // NOLINT: the file lists functions of this namespace
  add_functions<nothing, Sign, Sgn, IsNan, LogicalNot, NanToNum>(rows);
  add_functions<booleans, Floor, Ceil, Trunc, Round, Clamp>(rows);
  add_functions<integers, Frac>(rows);
  add_functions<floats, BitwiseNot>(rows);
  add_functions<floats | complexes, Never>(rows);
}

}  // namespace modecheck::engine::cuda
