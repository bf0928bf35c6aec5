// The engine lacks the layers of libtorch that this training program uses. Each of these names gives
// one compile-time error, on the line that uses the name.
#include <torch/torch.h>

int main() {
  torch::nn::LSTM layer(torch::nn::LSTMOptions(8, 2));
  torch::nn::RNN last(2, 1);
  torch::optim::SGD optimizer(last->parameters(), 0.01);
  const at::Tensor loss = last->forward(layer->forward(torch::ones({1, 8, 8}))).sum();
  loss.backward();
  optimizer.step();
  optimizer.zero_grad();
  layer->eval();
  return static_cast<int>(last->weight.numel());
}
