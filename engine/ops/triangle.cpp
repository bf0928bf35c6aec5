#include "engine/ops/triangle.h"

#include "engine/ops/arithmetic.h"
#include "engine/ops/factories.h"

namespace modecheck::engine {
namespace {

// A bool matrix: whether the place is above the diagonal, or on it or below it. Made anew, outside all histories.
at::Tensor above(const at::Tensor& matrices, std::int64_t diagonal) {
  const at::TensorOptions options = at::TensorOptions(c10::kLong).device(matrices.device());
  const at::Tensor rows = at::arange(0, matrices.size(-2), 1, options).unsqueeze(1).add(c10::Scalar(diagonal));
  const at::Tensor columns = at::arange(0, matrices.size(-1), 1, options).unsqueeze(0);
  return formula::lt(rows, columns);
}

}  // namespace

at::Tensor lower_part(const at::Tensor& matrices, std::int64_t diagonal) {
  return formula::masked_fill(matrices, above(matrices, diagonal), 0);
}

at::Tensor upper_part(const at::Tensor& matrices, std::int64_t diagonal) {
  const at::Tensor higher = above(matrices, diagonal - 1);
  return formula::masked_fill(matrices, formula::eq(higher, formula::full({}, false, higher)), 0);
}

}  // namespace modecheck::engine
