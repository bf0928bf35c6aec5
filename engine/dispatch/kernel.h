// Declares the backend kernel of a primitive operator, one function for CPU and Meta. engine/backends defines it:
//
//   template <>
//   void Kernel<operators::add__Tensor>::call(const at::Tensor& self, const at::Tensor& other, const c10::Scalar&
//   alpha)
//
// A missing kernel is a link error. A kernel checks its arguments, shapes and dtypes before it writes anything (rule
// E1). It allocates through engine/core/memory/allocate.h. On Meta it stops before the loop over elements. The
// ADInplaceOrView kernel checks inference tensors (rule M2), bumps versions and tracks views. A kernel that needs
// another operator's result calls that operator's kernel, never the dispatcher.
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

// The kernel of an out variant: it runs another operator and moves the result into `out`. One kernel serves all such
// operators (engine/backends/cpu/memory/out_variants.cpp).
template <typename Op, typename Function>
struct OutVariantKernel;

template <typename Op, typename... Arguments>
struct OutVariantKernel<Op, void(Arguments...)> {
  static void call(Arguments... arguments);
};

template <typename Op, typename = void>
constexpr bool is_out_variant = false;
template <typename Op>
constexpr bool is_out_variant<Op, std::void_t<typename Op::out_of>> = true;

template <typename Op>
using Kernel = std::conditional_t<is_out_variant<Op>, OutVariantKernel<Op, Signature<Op>>, KernelOf<Op, Signature<Op>>>;

}  // namespace modecheck::engine
