// Implements the kernels of comparisons, and of logical and bitwise operators. The result of a comparison has dtype
// bool. An in-place comparison converts the result to the dtype of `self`.
#include "spec/operators/comparison.h"

#include <functional>

#include "engine/backends/cpu/pointwise/pointwise.h"
#include "engine/backends/functions/comparison.h"
#include "engine/dispatch/kernel.h"

namespace modecheck::engine {
using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

#define MODECHECK_FUNCTION(op, Other, ...)                                             \
  template <>                                                                          \
  at::Tensor Kernel<operators::op>::call(const at::Tensor& self, const Other& other) { \
    return pointwise(#op, __VA_ARGS__{}, self, other);                                 \
  }
#define MODECHECK_IN_PLACE(op, Other, ...)                                       \
  template <>                                                                    \
  void Kernel<operators::op>::call(const at::Tensor& self, const Other& other) { \
    pointwise_into(#op, __VA_ARGS__{}, self, self, other);                       \
  }
#define MODECHECK_OUT(op, Other, ...)                                                                   \
  template <>                                                                                           \
  void Kernel<operators::op>::call(const at::Tensor& self, const Other& other, const at::Tensor& out) { \
    pointwise_into(#op, __VA_ARGS__{}, out, self, other);                                               \
  }
#define MODECHECK_COMPARISON(op, ...)                        \
  MODECHECK_FUNCTION(op##_Tensor, at::Tensor, __VA_ARGS__)   \
  MODECHECK_IN_PLACE(op##__Tensor, at::Tensor, __VA_ARGS__)  \
  MODECHECK_OUT(op##_Tensor_out, at::Tensor, __VA_ARGS__)    \
  MODECHECK_FUNCTION(op##_Scalar, c10::Scalar, __VA_ARGS__)  \
  MODECHECK_IN_PLACE(op##__Scalar, c10::Scalar, __VA_ARGS__) \
  MODECHECK_OUT(op##_Scalar_out, c10::Scalar, __VA_ARGS__)
#define MODECHECK_LOGIC(op, ...)                     \
  MODECHECK_FUNCTION(op, at::Tensor, __VA_ARGS__)    \
  MODECHECK_IN_PLACE(op##_, at::Tensor, __VA_ARGS__) \
  MODECHECK_OUT(op##_out, at::Tensor, __VA_ARGS__)
#define MODECHECK_BITS(op, ...)                             \
  MODECHECK_FUNCTION(op##_Tensor, at::Tensor, __VA_ARGS__)  \
  MODECHECK_IN_PLACE(op##__Tensor, at::Tensor, __VA_ARGS__) \
  MODECHECK_OUT(op##_Tensor_out, at::Tensor, __VA_ARGS__)   \
  MODECHECK_FUNCTION(op##_Scalar, c10::Scalar, __VA_ARGS__) \
  MODECHECK_IN_PLACE(op##__Scalar, c10::Scalar, __VA_ARGS__)
#define MODECHECK_SHIFT(op, ...)                                   \
  MODECHECK_FUNCTION(op##_Tensor, at::Tensor, __VA_ARGS__)         \
  MODECHECK_IN_PLACE(op##__Tensor, at::Tensor, __VA_ARGS__)        \
  MODECHECK_OUT(op##_Tensor_out, at::Tensor, __VA_ARGS__)          \
  MODECHECK_FUNCTION(op##_Tensor_Scalar, c10::Scalar, __VA_ARGS__) \
  MODECHECK_IN_PLACE(op##__Tensor_Scalar, c10::Scalar, __VA_ARGS__)

MODECHECK_COMPARISON(eq, Compare<std::equal_to<>>)
MODECHECK_COMPARISON(ne, Compare<std::not_equal_to<>>)
MODECHECK_COMPARISON(lt, Compare<std::less<>>)
MODECHECK_COMPARISON(le, Compare<std::less_equal<>>)
MODECHECK_COMPARISON(gt, Compare<std::greater<>>)
MODECHECK_COMPARISON(ge, Compare<std::greater_equal<>>)
MODECHECK_LOGIC(logical_and, OfTruth<std::logical_and<>>)
MODECHECK_LOGIC(logical_or, OfTruth<std::logical_or<>>)
MODECHECK_LOGIC(logical_xor, OfTruth<std::not_equal_to<>>)
MODECHECK_BITS(bitwise_and, OfBits<std::bit_and<>>)
MODECHECK_BITS(bitwise_or, OfBits<std::bit_or<>>)
MODECHECK_BITS(bitwise_xor, OfBits<std::bit_xor<>>)
MODECHECK_SHIFT(bitwise_left_shift, OfShift<Shift::Left>)
MODECHECK_SHIFT(bitwise_right_shift, OfShift<Shift::Right>)

#undef MODECHECK_FUNCTION
#undef MODECHECK_IN_PLACE
#undef MODECHECK_OUT
#undef MODECHECK_COMPARISON
#undef MODECHECK_LOGIC
#undef MODECHECK_BITS
#undef MODECHECK_SHIFT

}  // namespace modecheck::engine
