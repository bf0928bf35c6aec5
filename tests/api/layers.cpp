// This file must not compile; CMakeLists.txt lists the errors that it must give.
#include <torch/torch.h>

struct Net : torch::nn::Module {
  Net() { register_module("rnn", torch::nn::LSTM(784, 64)); }
  torch::nn::LSTM rnn{nullptr};
};

int main() { torch::nn::GRU layer(torch::nn::GRUOptions(1, 2)); }
