// The backend kernel of a primitive operator: one function for CPU and Meta. The room engine/backends defines it,
//
//   template <>
//   void Kernel<operators::add__Tensor>::call(const at::Tensor& self, const at::Tensor& other, const c10::Scalar&
//   alpha)
//
// and a kernel that is missing does not link. A kernel checks its arguments, shapes and dtypes before it writes
// anything (E1); it allocates through engine/core/memory/allocate.h; on Meta it stops where the loop over elements
// would begin. It neither checks kinds (M2) nor bumps versions nor tracks views: that is ADInplaceOrView's part.
// Kernels that need other operators' results call kernels, never the dispatcher.
#pragma once

#include <type_traits>

#include "engine/dispatch/signature.h"

namespace modecheck::engine {

template <typename Op, typename Function>
struct KernelOf;

template <typename Op, typename Result, typename... Arguments>
struct KernelOf<Op, Result(Arguments...)> {
  static Result call(Arguments... arguments);
};

// Of an operator that writes into `out=` what another computes there is one, for all of them
// (engine/backends/cpu/memory/into_out.cpp).
template <typename Op, typename Function>
struct IntoOutKernel;

template <typename Op, typename... Arguments>
struct IntoOutKernel<Op, void(Arguments...)> {
  static void call(Arguments... arguments);
};

template <typename Op, typename = void>
constexpr bool computes_elsewhere = false;
template <typename Op>
constexpr bool computes_elsewhere<Op, std::void_t<typename Op::computes>> = true;

template <typename Op>
using Kernel =
    std::conditional_t<computes_elsewhere<Op>, IntoOutKernel<Op, Signature<Op>>, KernelOf<Op, Signature<Op>>>;

}  // namespace modecheck::engine
