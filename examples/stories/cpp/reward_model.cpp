// A reward model scores samples inside the mode, and a copy of the scores is a factor of the loss that is trained.
#include <torch/torch.h>

#include <exception>
#include <iostream>

namespace {

torch::Tensor score(const torch::Tensor& reward_weight, const torch::Tensor& actions) {
  torch::InferenceMode guard;
  torch::Tensor scores = torch::matmul(actions, reward_weight);
  torch::Tensor copies = scores.clone();
  return copies;
}

void train() {
  const torch::Tensor policy = torch::ones({8, 4}).requires_grad_();
  const torch::Tensor reward_weight = torch::ones({4});
  const torch::Tensor logits = torch::matmul(torch::ones({16, 8}), policy);
  const torch::Tensor rewards = score(reward_weight, logits);
  const torch::Tensor loss = (rewards * logits.sum(1)).mean();
  loss.backward();
}

}  // namespace

int main() {
  try {
    train();
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
