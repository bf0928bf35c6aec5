// Kernels of inverse, factorisations, solve and determinants: one thread for each matrix, or for each right-hand side.
// Also discrete Fourier transforms.
#include "engine/backends/cuda/device_code/factorisation_kernels.h"
#include "engine/backends/cuda/device_code/fourier_kernels.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {

void add_factorisation_kernels(std::vector<KernelRow>& rows) {
  add_range<LuFactorKernel>(rows);
  add_range<CholeskyKernel>(rows);
  add_range<LuSolveKernel>(rows);
  add_range<TriangularSolveKernel>(rows);
  add_range<DeterminantKernel>(rows);
  add_range<LogDeterminantKernel>(rows);
  add_range<NoZeroPivotKernel>(rows);
  add_range<FourierKernel>(rows);
  add_range<MirroredSpectrumKernel>(rows);
}

}  // namespace modecheck::engine::cuda
