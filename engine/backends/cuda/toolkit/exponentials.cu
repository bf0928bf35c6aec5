#include "engine/backends/cuda/toolkit/pointwise.cuh"
#include "engine/backends/functions/exponentials.h"

namespace modecheck::engine::cuda {

void add_exponential_kernels(std::vector<KernelRow>& rows) {
  using namespace backends;  // NOLINT: the file lists functions of this namespace
  add_functions<nothing, Log, Log2, Log10, Log1p, Exp2, Logit, Expm1, Sqrt, Rsqrt, Erf, Erfc, Reciprocal>(rows);
}

}  // namespace modecheck::engine::cuda
