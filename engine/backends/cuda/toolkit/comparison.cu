#include "engine/backends/cuda/toolkit/pointwise.cuh"
#include "engine/backends/functions/comparison.h"

namespace modecheck::engine::cuda {

void add_comparison_kernels(std::vector<KernelRow>& rows) {
  using backends::Compare;
  using backends::OfBits;
  using backends::OfShift;
  using backends::OfTruth;
  using backends::Shift;
  add_pointwise<Compare<std::equal_to<>>, 2>(rows);
  add_pointwise<Compare<std::not_equal_to<>>, 2>(rows);
  add_pointwise<Compare<std::less<>>, 2>(rows);
  add_pointwise<Compare<std::less_equal<>>, 2>(rows);
  add_pointwise<Compare<std::greater<>>, 2>(rows);
  add_pointwise<Compare<std::greater_equal<>>, 2>(rows);
  add_pointwise<OfTruth<std::logical_and<>>, 2>(rows);
  add_pointwise<OfTruth<std::logical_or<>>, 2>(rows);
  add_pointwise<OfTruth<std::not_equal_to<>>, 2>(rows);
  add_pointwise<OfBits<std::bit_and<>>, 2, floats>(rows);
  add_pointwise<OfBits<std::bit_or<>>, 2, floats>(rows);
  add_pointwise<OfBits<std::bit_xor<>>, 2, floats>(rows);
  add_pointwise<OfShift<Shift::Left>, 2, floats | booleans>(rows);
  add_pointwise<OfShift<Shift::Right>, 2, floats | booleans>(rows);
}

}  // namespace modecheck::engine::cuda
