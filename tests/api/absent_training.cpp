// The engine lacks the optimizer of libtorch that this training program uses. The name gives one compile-time error, on
// the line that uses the name.
#include <torch/torch.h>

int main() {
  torch::nn::LSTM layer(torch::nn::LSTMOptions(8, 2));
  torch::optim::LBFGS optimizer(layer->parameters(), 0.01);
  const at::Tensor loss = std::get<0>(layer->forward(torch::ones({1, 8, 8}))).sum();
  loss.backward();
  optimizer.step();
  optimizer.zero_grad();
  layer->eval();
  return static_cast<int>(layer->all_weights().size());
}
