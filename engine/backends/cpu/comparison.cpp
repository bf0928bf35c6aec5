// Comparisons, logic and bits. A comparison's result is bool; written in place it becomes the tensor's own dtype.
#include "spec/operators/comparison.h"

#include <functional>

#include "engine/backends/cpu/pointwise.h"
#include "engine/dispatch/kernel.h"

namespace modecheck::engine {
namespace backends {
namespace {

// Complex numbers are equal or not; they have no order.
template <typename Relation>
constexpr bool takes_complex =
    std::is_same_v<Relation, std::equal_to<>> || std::is_same_v<Relation, std::not_equal_to<>>;

template <typename Relation>
struct Compare : AnyDtype {
  static constexpr PointwiseRules rules{.boolean_result = true, .complex_numbers = takes_complex<Relation>};
  template <typename T>
  auto element() const {
    return [](T a, T b) -> bool { return Relation()(a, b); };
  }
};

// Of the truth values: a number is true unless it is zero.
template <typename Relation>
struct OfTruth : AnyDtype {
  static constexpr PointwiseRules rules{.boolean_result = true, .complex_numbers = true};
  template <typename T>
  auto element() const {
    return [](T a, T b) -> bool { return Relation()(a != T(0), b != T(0)); };
  }
};

template <typename Operation>
struct OfBits {
  static constexpr PointwiseRules rules{};
  void check(const char* name, c10::ScalarType type) const {
    MODECHECK_CHECK(!c10::isFloatingType(type), ErrorClass::Dtype, name, ": not implemented for ", type,
                    "; convert the tensors to an integer dtype");
  }
  template <typename T>
  auto element() const {
    return [](T a, T b) -> T {
      if constexpr (std::is_floating_point_v<T>) {
        return a;  // not reached: `check` rejects it
      } else {
        return static_cast<T>(Operation()(a, b));
      }
    };
  }
};

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: this unit is the room's own

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
#define MODECHECK_LOGIC(op, ...)                  \
  MODECHECK_FUNCTION(op, at::Tensor, __VA_ARGS__) \
  MODECHECK_OUT(op##_out, at::Tensor, __VA_ARGS__)
#define MODECHECK_BITS(op, ...)                             \
  MODECHECK_FUNCTION(op##_Tensor, at::Tensor, __VA_ARGS__)  \
  MODECHECK_IN_PLACE(op##__Tensor, at::Tensor, __VA_ARGS__) \
  MODECHECK_FUNCTION(op##_Scalar, c10::Scalar, __VA_ARGS__) \
  MODECHECK_IN_PLACE(op##__Scalar, c10::Scalar, __VA_ARGS__)

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

#undef MODECHECK_FUNCTION
#undef MODECHECK_IN_PLACE
#undef MODECHECK_OUT
#undef MODECHECK_COMPARISON
#undef MODECHECK_LOGIC
#undef MODECHECK_BITS

}  // namespace modecheck::engine
