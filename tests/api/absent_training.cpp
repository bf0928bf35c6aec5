// The engine lacks the data loaders of libtorch that this training program uses. The name gives one compile-time error,
// on the line that uses the name.
#include <torch/torch.h>

int main() {
  torch::data::datasets::MNIST examples("./data");
  torch::nn::Linear layer(28, 10);
  torch::optim::SGD optimizer(layer->parameters(), 0.01);
  const at::Tensor loss = layer->forward(torch::ones({1, 28})).sum();
  loss.backward();
  optimizer.step();
  optimizer.zero_grad();
}
