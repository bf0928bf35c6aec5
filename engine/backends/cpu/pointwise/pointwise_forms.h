// Macros that define the kernels of a pointwise operator with several inputs. One line defines the functional operator,
// the in-place operator and the out variant:
//
//   MODECHECK_POINTWISE_FORMS(addcmul, addcmul_, addcmul_out, "addcmul",
//                             (const at::Tensor& tensor1, const at::Tensor& tensor2, const c10::Scalar& value),
//                             AddProduct{value}, tensor1, tensor2)
//
// The arguments are the three operators, the name of the operator in errors, the parameters after `self`, the element
// function, and the inputs after `self`. The expression of the function may use `self`, the parameters and `name`.
#pragma once

#include "engine/backends/cpu/pointwise/pointwise.h"
#include "engine/dispatch/kernel.h"
#include "spec/operators/for_each.h"

#define MODECHECK_POINTWISE_PURE(op, text, parameters, function, ...)                             \
  template <>                                                                                     \
  at::Tensor Kernel<operators::op>::call(const at::Tensor& self, MODECHECK_UNPACKED parameters) { \
    const char* const name = text;                                                                \
    return pointwise(name, function, self, __VA_ARGS__);                                          \
  }
#define MODECHECK_POINTWISE_IN_PLACE(op, text, parameters, function, ...)                   \
  template <>                                                                               \
  void Kernel<operators::op>::call(const at::Tensor& self, MODECHECK_UNPACKED parameters) { \
    const char* const name = text "_";                                                      \
    pointwise_into(name, function, self, self, __VA_ARGS__);                                \
  }
#define MODECHECK_POINTWISE_OUT(op, text, parameters, function, ...)                                               \
  template <>                                                                                                      \
  void Kernel<operators::op>::call(const at::Tensor& self, MODECHECK_UNPACKED parameters, const at::Tensor& out) { \
    const char* const name = text;                                                                                 \
    pointwise_into(name, function, out, self, __VA_ARGS__);                                                        \
  }
#define MODECHECK_POINTWISE_FORMS(pure, in_place, out_variant, text, parameters, function, ...) \
  MODECHECK_POINTWISE_PURE(pure, text, parameters, function, __VA_ARGS__)                       \
  MODECHECK_POINTWISE_IN_PLACE(in_place, text, parameters, function, __VA_ARGS__)               \
  MODECHECK_POINTWISE_OUT(out_variant, text, parameters, function, __VA_ARGS__)
