// Forward-mode differentiation: computes the tangents of an operator's results, for every operator that supports double
// backward.
//
// Backward maps the incoming gradient linearly to the inputs' gradients. Backward through this map transposes it, and
// the transpose maps the inputs' tangents to the result's tangent. So the derivatives for backward also give the
// tangents, and no operator needs a rule of its own. A view operator is linear and is applied to the tangent.
//
//   const auto level = torch::autograd::ForwardADLevel::get_next_idx();
//   at::Tensor dual = at::_make_dual(x, direction, level);
//   at::Tensor slope = std::get<1>(at::_unpack_dual(f(dual), level));
//   torch::autograd::ForwardADLevel::release_idx(level);
#pragma once

#include <tuple>
#include <vector>

#include "engine/autograd/graph/forward_grad.h"
#include "engine/dispatch/facts.h"
#include "engine/dispatch/stack.h"
#include "engine/kernels/tensor_arguments.h"

namespace modecheck::engine {

// Returns whether one of the arguments is a dual tensor of the forward-mode level that is open.
template <typename Op, typename... Arguments>
bool any_tangent(const Arguments&... arguments) {
  bool any = false;
  each_flowing_tensor<Op>([&](const at::Tensor& tensor) { any = any || tangent_of(tensor).defined(); }, arguments...);
  return any;
}

// Returns the tangent of each result in order; for an in-place operator it returns the tangent of the first argument.
// An undefined tensor means a tangent of zero. Changes nothing. Raises the operator's own errors, and NotDifferentiable
// if a derivative cannot be differentiated. Raises Unsupported for `out=` and for in-place view operators. Also raises
// Unsupported for an in-place operator on a tensor without tangent if other tensors share its storage. These other
// tensors would also need a tangent.
std::vector<at::Tensor> tangents_of_results(const operators::Schema& schema, OperatorKind kind, bool is_view_in_place,
                                            const torch::jit::Stack& arguments);

}  // namespace modecheck::engine

namespace at {
inline namespace modecheck_v1 {

// Returns an alias of `primal` that carries `tangent`, which must have the same sizes and dtype. Gradients flow through
// the alias to `primal`. `level` is the number that ForwardADLevel::get_next_idx() returned. Raises if the level is not
// open or a tensor is undefined.
Tensor _make_dual(const Tensor& primal, const Tensor& tangent, std::int64_t level);

// Returns an alias without tangent, and the tangent. The tangent is undefined if `tensor` is no dual tensor of the
// level. Raises if the level is not open.
std::tuple<Tensor, Tensor> _unpack_dual(const Tensor& tensor, std::int64_t level);

}  // namespace modecheck_v1
}  // namespace at
