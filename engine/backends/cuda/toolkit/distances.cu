// Lists the GPU kernels of _cdist_forward and _pdist_forward and of their derivatives.
#include "engine/backends/cuda/device_code/distance_kernels.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

template <typename T>
void add_distances(std::vector<KernelRow>& rows) {
  add_range<PairDistanceKernel<T>>(rows);
  add_range<PairSlopeKernel<T>>(rows);
  add_range<OwnDistanceKernel<T>>(rows);
  add_range<OwnSlopeKernel<T>>(rows);
}

}  // namespace

void add_distance_kernels(std::vector<KernelRow>& rows) {
  add_distances<float>(rows);
  add_distances<double>(rows);
}

}  // namespace modecheck::engine::cuda
