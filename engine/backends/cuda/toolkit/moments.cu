// Lists the GPU kernels of var, std, logsumexp and norms.
#include "engine/backends/cuda/toolkit/reduction.cuh"
#include "engine/backends/functions/moments.h"
#include "engine/backends/functions/norms.h"

namespace modecheck::engine::cuda {
namespace {

using namespace backends;  // NOLINT: the file lists functions of this namespace

template <typename... T>
void add_moments(std::vector<KernelRow>& rows) {
  (add_reduction<Spread<T>, StoreSpread<T>>(rows), ...);
}
template <typename... T>
void add_powers(std::vector<KernelRow>& rows) {
  (add_reduction<SumOfPowers<T>, StoreLogarithm<T>>(rows), ...);
}

template <typename... T>
void add_norms(std::vector<KernelRow>& rows) {
  (add_reduction<NormOf<T>, StoreNorm<T>>(rows), ...);
}

}  // namespace

void add_moment_kernels(std::vector<KernelRow>& rows) {
  add_moments<c10::Half, c10::BFloat16, float, double, c10::complex<float>, c10::complex<double>>(rows);
  add_powers<c10::BFloat16, float, double>(rows);
  add_norms<c10::Half, c10::BFloat16, float, double, c10::complex<float>, c10::complex<double>>(rows);
}

}  // namespace modecheck::engine::cuda
