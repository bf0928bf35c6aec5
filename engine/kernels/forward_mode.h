// The tangents of an operator's results, for every operator whose derivative can itself be differentiated.
//
// The gradient of an operator is a linear function of the gradient that arrives; the derivative of that function is the
// operator's own derivative, transposed twice. So the tangents come from the derivatives that are there for backward,
// and no operator needs a rule of its own. Views are linear themselves and take their tangent's view.
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

// Whether one of the arguments is a dual tensor.
template <typename Op, typename... Arguments>
bool any_tangent(const Arguments&... arguments) {
  bool any = false;
  each_flowing_tensor<Op>([&](const at::Tensor& tensor) { any = any || tangent_of(tensor).defined(); }, arguments...);
  return any;
}

// Of each result in order (of an in-place operator: of its first argument); undefined ones stand for zero. Changes
// nothing. Raises what the operator raises, NotDifferentiable where a derivative cannot be differentiated, and
// Unsupported: `out=`, in-place view operators, and in-place operators on a tensor that has no tangent yet while
// aliases of it exist, which would have to get one.
std::vector<at::Tensor> tangents_of_results(const operators::Schema& schema, OperatorKind kind, bool is_view_in_place,
                                            const torch::jit::Stack& arguments);

}  // namespace modecheck::engine

namespace at {
inline namespace modecheck_v1 {

// An alias of `primal` that carries `tangent`, which has its sizes and dtype. Backward flows through it to `primal`.
// `level` is what ForwardADLevel::get_next_idx() returned.
Tensor _make_dual(const Tensor& primal, const Tensor& tangent, std::int64_t level);

// {an alias without tangent, the tangent}; the latter undefined if `tensor` is no dual tensor of the level.
std::tuple<Tensor, Tensor> _unpack_dual(const Tensor& tensor, std::int64_t level);

}  // namespace modecheck_v1
}  // namespace at
