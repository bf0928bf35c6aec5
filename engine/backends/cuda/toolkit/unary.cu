#include "engine/backends/cuda/toolkit/pointwise.cuh"
#include "engine/backends/functions/unary.h"

namespace modecheck::engine::cuda {

void add_unary_kernels(std::vector<KernelRow>& rows) {
  add_pointwise<backends::Neg, 1, booleans>(rows);
  add_pointwise<backends::Abs, 1, booleans>(rows);
  add_pointwise<backends::Relu, 1, booleans>(rows);
  add_pointwise<backends::Exp, 1>(rows);
  add_pointwise<backends::Tanh, 1>(rows);
  add_pointwise<backends::Sigmoid, 1>(rows);
}

}  // namespace modecheck::engine::cuda
