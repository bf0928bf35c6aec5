// neg, abs, exp, relu, sigmoid, tanh.
//
// Transcendental functions of float32 are computed in double and rounded once.
#include <cmath>

#include "engine/backends/cpu/pointwise.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
namespace backends {
namespace {

struct Neg {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false};
  void check(const char* name, c10::ScalarType type) const {
    MODECHECK_CHECK(type != c10::kBool, ErrorClass::Dtype, name,
                    ": Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a "
                    "mask, use `logical_not()` instead");
  }
  template <typename T>
  auto element() const {
    return [](T a) -> T {
      if constexpr (std::is_floating_point_v<T>) {
        return -a;
      } else {
        return wrapping_sub<T>(T(0), a);
      }
    };
  }
};

struct Abs {
  static constexpr PointwiseRules rules{.same_dtype = true, .cpu_scalars = false};
  void check(const char* name, c10::ScalarType type) const {
    MODECHECK_CHECK(type != c10::kBool, ErrorClass::Dtype, name,
                    ": not implemented for Bool; convert the tensor to an integer or floating dtype");
  }
  template <typename T>
  auto element() const {
    return [](T a) -> T {
      if constexpr (std::is_floating_point_v<T>) {
        return std::fabs(a);
      } else {
        return a < T(0) ? wrapping_sub<T>(T(0), a) : a;
      }
    };
  }
};

// NaN stays NaN.
struct Relu {
  static constexpr PointwiseRules rules{.cpu_scalars = false};
  void check(const char* name, c10::ScalarType type) const {
    MODECHECK_CHECK(type != c10::kBool, ErrorClass::Dtype, name,
                    ": Boolean inputs not supported; convert the tensor to an integer or floating dtype");
  }
  template <typename T>
  auto element() const {
    return [](T a) -> T { return a < T(0) ? T(0) : a; };
  }
};

template <double (*function)(double)>
struct InDouble : AnyDtype {
  static constexpr PointwiseRules rules{.integers_to_float = true, .cpu_scalars = false};
  template <typename T>
  auto element() const {
    return [](T a) -> T { return convert<T>(function(static_cast<double>(a))); };
  }
};

double exp_of(double x) { return std::exp(x); }
double tanh_of(double x) { return std::tanh(x); }
double sigmoid_of(double x) { return 1.0 / (1.0 + std::exp(-x)); }

using Exp = InDouble<exp_of>;
using Tanh = InDouble<tanh_of>;
using Sigmoid = InDouble<sigmoid_of>;

}  // namespace
}  // namespace backends

using namespace backends;  // NOLINT: this unit is the room's own

// A dtype that an operator does not take is named before anything else that is wrong.
#define MODECHECK_UNARY(op, Function)                              \
  template <>                                                      \
  at::Tensor Kernel<operators::op>::call(const at::Tensor& self) { \
    Function{}.check(#op, self.scalar_type());                     \
    return pointwise(#op, Function{}, self);                       \
  }
#define MODECHECK_UNARY_IN_PLACE(op, Function)               \
  template <>                                                \
  void Kernel<operators::op>::call(const at::Tensor& self) { \
    Function{}.check(#op, self.scalar_type());               \
    pointwise_into(#op, Function{}, self, self);             \
  }
#define MODECHECK_UNARY_OUT(op, Function)                                           \
  template <>                                                                       \
  void Kernel<operators::op>::call(const at::Tensor& self, const at::Tensor& out) { \
    Function{}.check(#op, self.scalar_type());                                      \
    pointwise_into(#op, Function{}, out, self);                                     \
  }

MODECHECK_UNARY(neg, Neg)
MODECHECK_UNARY_IN_PLACE(neg_, Neg)
MODECHECK_UNARY_OUT(neg_out, Neg)
MODECHECK_UNARY(abs, Abs)
MODECHECK_UNARY_IN_PLACE(abs_, Abs)
MODECHECK_UNARY_OUT(abs_out, Abs)
MODECHECK_UNARY(exp, Exp)
MODECHECK_UNARY_IN_PLACE(exp_, Exp)
MODECHECK_UNARY_OUT(exp_out, Exp)
MODECHECK_UNARY(relu, Relu)
MODECHECK_UNARY_IN_PLACE(relu_, Relu)
MODECHECK_UNARY(sigmoid, Sigmoid)
MODECHECK_UNARY_IN_PLACE(sigmoid_, Sigmoid)
MODECHECK_UNARY_OUT(sigmoid_out, Sigmoid)
MODECHECK_UNARY(tanh, Tanh)
MODECHECK_UNARY_IN_PLACE(tanh_, Tanh)
MODECHECK_UNARY_OUT(tanh_out, Tanh)

#undef MODECHECK_UNARY
#undef MODECHECK_UNARY_IN_PLACE
#undef MODECHECK_UNARY_OUT

}  // namespace modecheck::engine
