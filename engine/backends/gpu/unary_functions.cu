#include "engine/backends/functions/unary_functions.h"
#include "engine/backends/gpu/pointwise.cuh"

namespace modecheck::engine::cuda {
namespace {

template <typename... Op>
void add_all(std::vector<KernelRow>& rows) {
  (add_pointwise<Op, 1>(rows), ...);
}

}  // namespace

void add_unary_function_kernels(std::vector<KernelRow>& rows) {
  using namespace backends;  // NOLINT: a list
  add_all<Log, Log2, Log10, Log1p, Exp2, Expm1, Sqrt, Rsqrt, Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Asinh, Acosh,
          Atanh, Erf, Erfc, Reciprocal>(rows);
  add_all<Frac, Hardsigmoid, Hardswish, Mish, Gelu, Elu, LeakyRelu, Softplus, Silu>(rows);
  add_all<Floor, Ceil, Trunc, Round, Sign, BitwiseNot, IsNan, LogicalNot, Never, Hardtanh, Clamp, NanToNum>(rows);
}

}  // namespace modecheck::engine::cuda
