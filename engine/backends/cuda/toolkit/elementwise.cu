#include "engine/backends/cuda/toolkit/pointwise.cuh"
#include "engine/backends/functions/division.h"
#include "engine/backends/functions/elementwise.h"

namespace modecheck::engine::cuda {

void add_elementwise_kernels(std::vector<KernelRow>& rows) {
  add_pointwise<backends::PowerOf, 2, booleans>(rows);
  add_pointwise<backends::Division<backends::DivisionKind::Fmod>, 2, booleans>(rows);
  add_pointwise<backends::Division<backends::DivisionKind::Remainder>, 2, booleans>(rows);
  add_pointwise<backends::Division<backends::DivisionKind::Trunc>, 2, booleans>(rows);
  add_pointwise<backends::Division<backends::DivisionKind::Floor>, 2, booleans>(rows);
#define MODECHECK_ADD_ROW(op, Function, except) add_pointwise<backends::Function, 2, except>(rows);
  MODECHECK_BINARY_OPERATORS(MODECHECK_ADD_ROW)
#undef MODECHECK_ADD_ROW
  add_pointwise<backends::LogAddExp, 2, integers>(rows);
  add_pointwise<backends::Lerp, 3, integers>(rows);
  add_pointwise<backends::LerpBy, 2, integers>(rows);
  add_pointwise<backends::ClampByTensors, 3, booleans>(rows);
  add_pointwise<backends::AddProduct, 3, booleans>(rows);
  add_pointwise<backends::AddQuotient, 3, integers>(rows);
}

}  // namespace modecheck::engine::cuda
