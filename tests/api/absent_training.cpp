// The engine lacks the layers and optimizers of libtorch that this training program uses. Each of these names gives one
// compile-time error, on the line that uses the name.
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
