#include "engine/backends/functions/parts.h"
#include "engine/backends/gpu/pointwise.cuh"

namespace modecheck::engine::cuda {

void add_part_kernels(std::vector<KernelRow>& rows) {
  using namespace backends;  // NOLINT: a list
  add_functions<Frac, Floor, Ceil, Trunc, Round, Sign, Sgn, BitwiseNot, IsNan, LogicalNot, Never, Clamp, NanToNum>(
      rows);
}

}  // namespace modecheck::engine::cuda
