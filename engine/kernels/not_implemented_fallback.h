// Declares two kernels that a program registers for a custom operator without derivative, so that the operator follows
// the rules:
//
//   TORCH_LIBRARY_IMPL(my, Autograd, m) { m.impl("op", torch::autograd::autogradNotImplementedFallback()); }
//   TORCH_LIBRARY_IMPL(my, ADInplaceOrView, m) {
//     m.impl("op", torch::autograd::autogradNotImplementedInplaceOrViewFallback());
//   }
//
// The schema says which arguments the operator writes (`Tensor(a!)`) and which results are views of an argument
// (`Tensor(a)`).
#pragma once

#include "engine/dispatch/cpp_function.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

// Returns the kernel for Autograd. Results of a floating-point or complex dtype get a node that raises
// NotDifferentiable when a gradient reaches it. Written arguments get such a node too, after the checks of rule W4.
// Nothing is recorded if grad mode is off or no argument requires grad.
torch::CppFunction autogradNotImplementedFallback();

// Returns the kernel for ADInplaceOrView. It bumps the versions of written arguments (rule V3), and tracks results that
// the schema declares as views (rule W1). It rejects a write to an inference tensor outside InferenceMode before the
// write happens (rule M2). An alias that the schema does not declare is not detected.
torch::CppFunction autogradNotImplementedInplaceOrViewFallback();

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
