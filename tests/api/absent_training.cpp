// The engine lacks the layers and optimizers of libtorch that this training program uses. Each use of a missing layer
// or optimizer must give one compile-time error, on its own line.
#include <torch/torch.h>

int main() {
  torch::nn::Conv2d layer(torch::nn::Conv2dOptions(1, 2, 3));
  torch::nn::Linear last(2, 1);
  torch::optim::Adam optimizer(last->parameters(), 0.01);
  const at::Tensor loss = last->forward(layer->forward(torch::ones({1, 1, 8, 8}))).sum();
  loss.backward();
  optimizer.step();
  optimizer.zero_grad();
  layer->eval();
  return static_cast<int>(last->weight.numel());
}
