// Macros that define the functional, in-place and out variants of a unary operator.
#pragma once

#include "engine/backends/cpu/memory/checks.h"
#include "engine/backends/cpu/pointwise/pointwise.h"
#include "engine/backends/iterate/layout.h"
#include "engine/core/memory/allocate.h"
#include "engine/dispatch/kernel.h"

namespace modecheck::engine::backends {

// Computes a unary function into a tensor that is allocated like the argument, as libtorch does for some operators. The
// result then has the argument's strides, and not those that TensorIterator would choose.
template <typename Function>
at::Tensor made_like(const char* name, const Function& function, const at::Tensor& self, c10::ScalarType type) {
  function.check(name, self.scalar_type());
  check_rank(name, self.sizes().size());
  Dims strides;
  preserved_strides(self.sizes(), self.strides(), strides);
  const at::Tensor out = empty_strided(self.sizes(), strides, type, self.device());
  pointwise_into(name, function, out, self);
  return out;
}

}  // namespace modecheck::engine::backends

// Each kernel checks the dtype first. If another argument is wrong, too, libtorch reports the dtype.
#define MODECHECK_KERNEL_PURE(op, ...)                             \
  template <>                                                      \
  at::Tensor Kernel<operators::op>::call(const at::Tensor& self) { \
    const auto function = __VA_ARGS__;                             \
    function.check(#op, self.scalar_type());                       \
    return pointwise(#op, function, self);                         \
  }
#define MODECHECK_KERNEL_IN_PLACE(op, ...)                      \
  template <>                                                   \
  void Kernel<operators::op##_>::call(const at::Tensor& self) { \
    const auto function = __VA_ARGS__;                          \
    function.check(#op "_", self.scalar_type());                \
    pointwise_into(#op "_", function, self, self);              \
  }
#define MODECHECK_KERNEL_OUT(op, ...)                                                     \
  template <>                                                                             \
  void Kernel<operators::op##_out>::call(const at::Tensor& self, const at::Tensor& out) { \
    const auto function = __VA_ARGS__;                                                    \
    function.check(#op, self.scalar_type());                                              \
    pointwise_into(#op, function, out, self);                                             \
  }
#define MODECHECK_KERNEL_FORMS(op, ...)      \
  MODECHECK_KERNEL_PURE(op, __VA_ARGS__)     \
  MODECHECK_KERNEL_IN_PLACE(op, __VA_ARGS__) \
  MODECHECK_KERNEL_OUT(op, __VA_ARGS__)

// Macros that define a unary operator with parameters, such as gelu. The arguments are the operator, its parameter
// declarations in parentheses, and an expression that makes the functor from the parameters. For example:
//
//   MODECHECK_KERNEL_PURE_WITH(gelu, (std::string_view approximate), gelu_with(approximate))
#define MODECHECK_ARGUMENTS(...) __VA_ARGS__
#define MODECHECK_KERNEL_PURE_WITH(op, parameters, ...)                                            \
  template <>                                                                                      \
  at::Tensor Kernel<operators::op>::call(const at::Tensor& self, MODECHECK_ARGUMENTS parameters) { \
    const auto function = __VA_ARGS__;                                                             \
    function.check(#op, self.scalar_type());                                                       \
    return pointwise(#op, function, self);                                                         \
  }
#define MODECHECK_KERNEL_IN_PLACE_WITH(op, parameters, ...)                                     \
  template <>                                                                                   \
  void Kernel<operators::op##_>::call(const at::Tensor& self, MODECHECK_ARGUMENTS parameters) { \
    const auto function = __VA_ARGS__;                                                          \
    function.check(#op "_", self.scalar_type());                                                \
    pointwise_into(#op "_", function, self, self);                                              \
  }
#define MODECHECK_KERNEL_OUT_WITH(op, parameters, ...)                                           \
  template <>                                                                                    \
  void Kernel<operators::op##_out>::call(const at::Tensor& self, MODECHECK_ARGUMENTS parameters, \
                                         const at::Tensor& out) {                                \
    const auto function = __VA_ARGS__;                                                           \
    function.check(#op, self.scalar_type());                                                     \
    pointwise_into(#op, function, out, self);                                                    \
  }
