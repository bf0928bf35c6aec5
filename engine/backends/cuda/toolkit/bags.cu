// Lists the GPU kernels of _embedding_bag.
#include "engine/backends/cuda/device_code/bag_kernels.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

template <typename T>
void add_bags(std::vector<KernelRow>& rows) {
  add_range<BagSumKernel<T>>(rows);
  add_range<BagMaximumKernel<T>>(rows);
}

}  // namespace

void add_bag_kernels(std::vector<KernelRow>& rows) {
  add_bags<float>(rows);
  add_bags<double>(rows);
}

}  // namespace modecheck::engine::cuda
