#include "engine/backends/cuda/toolkit/pointwise.cuh"
#include "engine/backends/functions/gamma.h"

namespace modecheck::engine::cuda {

void add_gamma_kernels(std::vector<KernelRow>& rows) {
  using namespace backends;  // NOLINT: the file lists functions of this namespace
  add_functions<nothing, LogGamma, Digamma, Polygamma>(rows);
}

}  // namespace modecheck::engine::cuda
