// Macros for the row of a kernel in the table of reference kernels. A row says which operators the kernel computes, and
// whether it records second derivatives. It stands below the kernel, in the same file:
//
//   static void hypot(KernelCall& call) { ... }
//   MODECHECK_KERNEL_FORMS(hypot, SecondDerivatives::No, hypot)
//
// MODECHECK_KERNEL_FORMS is for an operator with its in-place and its `out=` variant. MODECHECK_KERNEL takes a list of
// operators. MODECHECK_KERNEL_OF is for a kernel that is one expression of `call`:
//
//   MODECHECK_KERNEL_OF((tril, tril_), SecondDerivatives::Yes, triangle(call, false))
//
// A kernel without a row is an unused function, which does not compile. An operator without a kernel does not link:
// "undefined reference to KernelOf<operators::hypot>::row()". Two rows for one operator do not compile, or, if they are
// in two files, do not link.
#pragma once

#include <cstdint>

#include "reference/kernels/kernel_call.h"
#include "spec/operators/catalogue.h"
#include "spec/operators/for_each.h"

namespace modecheck::reference {

using Kernel = void (*)(KernelCall&);

// Whether the kernel records all nonzero second partial derivatives, for real numbers. Yes is also right for a kernel
// whose first derivatives are constant except at jumps.
enum class SecondDerivatives : bool { No, Yes };

struct KernelRow {
  Kernel kernel = nullptr;
  SecondDerivatives second_derivatives = SecondDerivatives::No;
};

template <typename Operator>
struct KernelOf {
  static KernelRow row();
};

}  // namespace modecheck::reference

#define MODECHECK_KERNEL_ROW(op, kernel, second)   \
  template <>                                      \
  KernelRow KernelOf<spec::operators::op>::row() { \
    return {kernel, second};                       \
  }
#define MODECHECK_KERNEL(kernel, second, ...) MODECHECK_FOR_EACH(MODECHECK_KERNEL_ROW, (kernel, second), __VA_ARGS__)
#define MODECHECK_KERNEL_FORMS(kernel, second, op) MODECHECK_KERNEL(kernel, second, op, op##_, op##_out)
#define MODECHECK_KERNEL_ROW_OF(op, second, ...)            \
  template <>                                               \
  KernelRow KernelOf<spec::operators::op>::row() {          \
    return {[](KernelCall& call) { __VA_ARGS__; }, second}; \
  }
#define MODECHECK_KERNEL_OF(operators, second, ...) \
  MODECHECK_FOR_EACH(MODECHECK_KERNEL_ROW_OF, (second, __VA_ARGS__), MODECHECK_UNPACKED operators)
