// Declares torch::autograd::Function, an operator with a derivative that the program defines (rules F1 and F2). An
// example:
//
//   struct Square : torch::autograd::Function<Square> {
//     static at::Tensor forward(AutogradContext* ctx, const at::Tensor& x) {
//       ctx->save_for_backward({x});
//       return x.mul(x);
//     }
//     static variable_list backward(AutogradContext* ctx, variable_list gradients) {
//       const at::Tensor x = ctx->get_saved_variables()[0];
//       return {gradients[0].mul(x).mul(at::full({}, 2))};
//     }
//   };
//   at::Tensor y = Square::apply(x);
//
// `forward` takes any arguments after the context. Gradients flow to arguments of type Tensor, optional<Tensor> and
// TensorList; tensors in other containers are ignored. It returns a Tensor or a variable_list. `backward` returns one
// gradient for each argument (for each element of a TensorList), and an undefined tensor for arguments that are no
// tensors.
#pragma once

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/autograd/user/custom_node.h"
#include "engine/core/types/type_name.h"
#include "engine/modes/grad_mode.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

// The return type of X::forward for these arguments.
template <typename X, typename... Arguments>
using forward_t = decltype(X::forward(nullptr, std::declval<Arguments>()...));

// The node of a call of the custom Function T. The name is that of libtorch.
template <typename T>
struct CppNode final : public CustomNode {
  std::string name() const override {
    return "torch::autograd::CppNode<" + modecheck::engine::type_name(typeid(T)) + ">";
  }

 protected:
  variable_list run_backward(AutogradContext& context, variable_list gradients) override {
    return T::backward(&context, std::move(gradients));
  }
};

namespace detail {

// Collects the tensors among the arguments of apply(), and stores for each argument whether it is a tensor.
struct TensorArguments {
  variable_list tensors;
  std::vector<bool> is_tensor;

  void add(const at::Tensor& tensor) {
    tensors.push_back(tensor);
    is_tensor.push_back(true);
  }
  void add(const c10::optional<at::Tensor>& tensor) {
    if (tensor.has_value() && tensor->defined())
      add(*tensor);
    else
      is_tensor.push_back(false);
  }
  void add(const at::TensorList& list) {
    for (const at::Tensor& tensor : list) add(tensor);
  }
  template <typename Value>
  void add(const Value& /*value*/) {
    is_tensor.push_back(false);
  }
};

}  // namespace detail

template <typename T>
struct Function {
  // Runs T::forward with grad mode off (rule F1), and returns its results. Records the call if grad mode is on,
  // InferenceMode is off, and an argument requires grad (rule F2). Raises the exceptions of T::forward and those of
  // CustomNode::begin and CustomNode::finish.
  template <typename X = T, typename... Arguments>
  static auto apply(Arguments&&... arguments) -> std::enable_if_t<std::is_same_v<X, T>, forward_t<X, Arguments...>> {
    using Result = forward_t<X, Arguments...>;
    static_assert(std::is_same_v<Result, at::Tensor> || std::is_same_v<Result, variable_list>,
                  "forward returns a Tensor or a variable_list");
    auto* const node = new CppNode<T>;
    const auto owner = c10::intrusive_ptr<Node>::reclaim(node);
    detail::TensorArguments flowing;
    (flowing.add(arguments), ...);
    node->begin(flowing.tensors, std::move(flowing.is_tensor));
    auto forward = [&]() -> Result {
      const c10::AutoGradMode unrecorded(false);
      return X::forward(&node->context(), std::forward<Arguments>(arguments)...);
    };
    if constexpr (std::is_same_v<Result, at::Tensor>)
      return std::move(node->finish({forward()}, flowing.tensors)[0]);
    else
      return node->finish(forward(), flowing.tensors);
  }
};

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
