#include "engine/backends/cuda/toolkit/pointwise.cuh"
#include "engine/backends/functions/binary.h"

namespace modecheck::engine::cuda {

void add_binary_kernels(std::vector<KernelRow>& rows) {
  add_pointwise<backends::Minimum, 2>(rows);
  add_pointwise<backends::NumberOf<true>, 2>(rows);
  add_pointwise<backends::NumberOf<false>, 2>(rows);
  add_pointwise<backends::Atan2, 2>(rows);
  add_pointwise<backends::Copysign, 2>(rows);
  add_pointwise<backends::XLogY, 2>(rows);
  add_pointwise<backends::Sum, 2>(rows);
  add_pointwise<backends::ReversedSub, 2, booleans>(rows);
  add_pointwise<backends::Power, 1, booleans>(rows);
}

}  // namespace modecheck::engine::cuda
