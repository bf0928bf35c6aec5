#include "engine/backends/functions/activations.h"
#include "engine/backends/gpu/pointwise.cuh"

namespace modecheck::engine::cuda {

void add_activation_kernels(std::vector<KernelRow>& rows) {
  using namespace backends;  // NOLINT: a list
  add_functions<Hardsigmoid, Hardswish, Mish, Gelu, Elu, LeakyRelu, Softplus, Silu, Hardtanh, Softshrink, Threshold>(
      rows);
}

}  // namespace modecheck::engine::cuda
