#include "engine/backends/cuda/toolkit/pointwise.cuh"
#include "engine/backends/functions/arithmetic.h"

namespace modecheck::engine::cuda {

void add_arithmetic_kernels(std::vector<KernelRow>& rows) {
  add_pointwise<backends::Add, 2>(rows);
  add_pointwise<backends::AddScaled, 2>(rows);
  add_pointwise<backends::Sub, 2, booleans>(rows);
  add_pointwise<backends::SubScaled, 2, booleans>(rows);
  add_pointwise<backends::Mul, 2>(rows);
  add_pointwise<backends::Div, 2>(rows);
  add_pointwise<backends::Maximum, 2>(rows);
}

}  // namespace modecheck::engine::cuda
