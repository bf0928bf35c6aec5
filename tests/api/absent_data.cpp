// This file must not compile; CMakeLists.txt lists the errors that it must give.
#include <torch/torch.h>

int main() {
  auto examples = torch::data::datasets::MNIST("./data");
  auto loader = torch::data::make_data_loader(examples, 64);
}
