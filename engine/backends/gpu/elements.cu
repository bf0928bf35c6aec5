#include "engine/backends/functions/elements.h"
#include "engine/backends/gpu/pointwise.cuh"

namespace modecheck::engine::cuda {

void add_element_kernels(std::vector<KernelRow>& rows) {
  add_pointwise<backends::Same, 1>(rows);
  add_pointwise<backends::Constant, 0>(rows);
}

}  // namespace modecheck::engine::cuda
