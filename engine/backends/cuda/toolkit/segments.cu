// Lists the GPU kernels of segment_reduce.
#include "engine/backends/cuda/device_code/segment_kernels.h"
#include "engine/backends/cuda/toolkit/range.cuh"

namespace modecheck::engine::cuda {
namespace {

template <typename... T>
void add_each(std::vector<KernelRow>& rows) {
  (add_range<SegmentReduceKernel<T>>(rows), ...);
}

}  // namespace

void add_segment_kernels(std::vector<KernelRow>& rows) {
  add_range<NoSegmentKernel>(rows);
  add_each<c10::Half, c10::BFloat16, float, double>(rows);
}

}  // namespace modecheck::engine::cuda
