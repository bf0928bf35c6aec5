// What a custom operator without derivative is registered with, so that it keeps the rules all the same:
//
//   TORCH_LIBRARY_IMPL(my, Autograd, m) { m.impl("op", torch::autograd::autogradNotImplementedFallback()); }
//   TORCH_LIBRARY_IMPL(my, ADInplaceOrView, m) {
//     m.impl("op", torch::autograd::autogradNotImplementedInplaceOrViewFallback());
//   }
//
// The schema says which arguments are written (`Tensor(a!)`) and which results are views of one (`Tensor(a)`).
#pragma once

#include "engine/dispatch/cpp_function.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

// For Autograd: results that can carry a gradient get a history that raises when a gradient reaches it
// (NotDifferentiable); so do written arguments, after the checks of W4. Nothing is recorded where grad mode is off or
// no argument requires grad.
torch::CppFunction autogradNotImplementedFallback();

// For ADInplaceOrView: bumps the versions of written arguments (V3), rejects the write to an inference tensor outside
// the mode before it happens (M2), and tracks results that the schema calls views (W1). A schema that is silent about
// an alias is believed.
torch::CppFunction autogradNotImplementedInplaceOrViewFallback();

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
