// Code of a program that the engine calls back: a custom Function, hooks of nodes, and kernels of custom operators.
// Each of them runs a function of the calling thread of the stress, which may open guards, check and throw.
#pragma once

#include <functional>

#include "torch/torch.h"

namespace modecheck::stress {

// Runs inside the engine. A null pointer stands for a function that does nothing.
using Inside = std::function<void()>;

// What Tripled runs in its forward and in its backward.
struct Callbacks {
  Inside forward;
  Inside backward;
};

// Computes 3 * x. `callbacks` may be null, and must live as long as the graph otherwise.
struct Tripled : torch::autograd::Function<Tripled> {
  static at::Tensor forward(torch::autograd::AutogradContext* ctx, const at::Tensor& x, const Callbacks* callbacks);
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* ctx,
                                                 torch::autograd::variable_list gradients);
};

// A hook that runs before its node.
struct BeforeNode final : torch::autograd::FunctionPreHook {
  explicit BeforeNode(Inside body) : body_(std::move(body)) {}
  torch::autograd::variable_list operator()(const torch::autograd::variable_list& gradients) override {
    body_();
    return gradients;
  }
  Inside body_;
};

// A hook that runs after its node.
struct AfterNode final : torch::autograd::FunctionPostHook {
  explicit AfterNode(Inside body) : body_(std::move(body)) {}
  torch::autograd::variable_list operator()(const torch::autograd::variable_list& outputs,
                                            const torch::autograd::variable_list& /*inputs*/) override {
    body_();
    return outputs;
  }
  Inside body_;
};

// Calls the custom operator stress::doubled, which has kernels for Autograd, ADInplaceOrView and the CPU. Its kernels
// open the guards of G5 as examples/custom_inplace.cpp does, and the CPU kernel runs `inside` beneath them.
at::Tensor call_doubled(const at::Tensor& self, const Inside& inside);
// Calls the custom operator stress::backend_only, under a dispatch key with a boxed fallback. The fallback removes the
// key with a guard and runs `inside` before it calls the operator's kernel.
at::Tensor call_under_fallback(const at::Tensor& self, const Inside& inside);

}  // namespace modecheck::stress
