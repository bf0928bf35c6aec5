#include "engine/backends/cuda/toolkit/pointwise.cuh"
#include "engine/backends/functions/trigonometry.h"

namespace modecheck::engine::cuda {

void add_trigonometry_kernels(std::vector<KernelRow>& rows) {
  using namespace backends;  // NOLINT: the file lists functions of this namespace
  add_functions<nothing, Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Asinh, Acosh, Atanh>(rows);
}

}  // namespace modecheck::engine::cuda
