// Implements the kernels of neg, abs, exp, relu, sigmoid and tanh. Transcendental functions are computed in double and
// rounded once.
#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/memory/elements.h"
#include "engine/backends/cpu/memory/write_result.h"
#include "engine/backends/cpu/pointwise/pointwise.h"
#include "engine/backends/functions/unary.h"
#include "engine/backends/iterate/layout.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/pointwise.h"
#include "spec/operators/unary.h"

namespace modecheck::engine {
using namespace backends;  // NOLINT: no header has this directive, so other modules do not see it

// Each kernel checks the dtype first. If another argument is wrong, too, libtorch reports the dtype.
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

// abs of a complex tensor: the result preserves the strides of `self`.
template <>
at::Tensor Kernel<operators::abs>::call(const at::Tensor& self) {
  Abs{}.check("abs", self.scalar_type());
  if (!c10::isComplexType(self.scalar_type())) return pointwise("abs", Abs{}, self);
  check_rank("abs", self.sizes().size());
  Dims strides;
  preserved_strides(self.sizes(), self.strides(), strides);
  at::Tensor out = empty_strided(self.sizes(), strides, c10::toRealValueType(self.scalar_type()), self.device());
  pointwise_into("abs", Abs{}, out, self);
  return out;
}

// abs_ rejects complex tensors, because the real result does not fit into a complex tensor in place.
template <>
void Kernel<operators::abs_>::call(const at::Tensor& self) {
  MODECHECK_CHECK(!c10::isComplexType(self.scalar_type()), ErrorClass::Dtype,
                  "abs_: In-place abs is not supported for complex tensors; use abs()");
  Abs{}.check("abs_", self.scalar_type());
  pointwise_into("abs_", Abs{}, self, self);
}

template <>
void Kernel<operators::abs_out>::call(const at::Tensor& self, const at::Tensor& out) {
  Abs{}.check("abs_out", self.scalar_type());
  const c10::ScalarType type = c10::toRealValueType(self.scalar_type());
  const bool to_complex = c10::isComplexType(out.scalar_type());
  if (c10::isComplexType(self.scalar_type()) && !to_complex) {
    MODECHECK_CHECK(c10::canCast(type, out.scalar_type()), ErrorClass::Dtype, "abs_out: result type ", type,
                    " can't be cast to the desired output type ", out.scalar_type());
    return write_result("abs_out", read_as(Kernel<operators::abs>::call(self), out.scalar_type()), out);
  }
  MODECHECK_CHECK(out.scalar_type() == (to_complex ? self.scalar_type() : type), ErrorClass::Dtype,
                  "abs_out: expected out tensor to have dtype ", type, ", but got ", out.scalar_type(), " instead");
  pointwise_into("abs_out", Abs{}, out, self);
}
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
