#include "engine/backends/cuda/toolkit/pointwise.cuh"
#include "engine/backends/functions/activations.h"

namespace modecheck::engine::cuda {

void add_activation_kernels(std::vector<KernelRow>& rows) {
  using namespace backends;  // NOLINT: the file lists functions of this namespace
  add_functions<integers, Hardsigmoid, Hardswish, Gelu, Elu, LeakyRelu, Softplus, Silu, Softshrink>(rows);
  add_functions<integers | halves, Mish>(rows);
  add_functions<booleans, Hardtanh, Threshold>(rows);
}

}  // namespace modecheck::engine::cuda
