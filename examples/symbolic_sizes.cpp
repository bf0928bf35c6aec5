// Shows symbolic sizes: one trace that holds for many sizes. docs/FAKE_TENSORS.md explains what it prints.
#include <torch/fake_tensor.h>
#include <torch/torch.h>

#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace {

std::string text(const torch::FakeTensorMode& mode, const at::Tensor& tensor) {
  std::string out;
  for (const auto& size : mode.symbolic_geometry(tensor).sizes)
    out += (out.empty() ? "" : ", ") + mode.shape_env()->atoms().text(size);
  return "[" + out + "]";
}

// Returns a context in which every size of the tensor has a symbol of its own.
std::shared_ptr<torch::StatefulSymbolicContext> context_of(const std::string& name, const at::Tensor& tensor) {
  auto out = std::make_shared<torch::StatefulSymbolicContext>(name);
  out->dynamic_sizes.assign(static_cast<std::size_t>(tensor.dim()), torch::DimDynamic::DYNAMIC);
  return out;
}

}  // namespace

int main() {
  const at::Tensor x = at::randn({4, 3});
  const at::Tensor weight = at::randn({3, 5});
  const std::vector<std::shared_ptr<torch::SymbolicContext>> contexts = {context_of("x", x),
                                                                         context_of("weight", weight)};

  torch::FakeTensorMode mode(std::make_shared<torch::ShapeEnv>());
  const at::Tensor fake_x = mode.from_tensor(x, contexts[0]);
  const at::Tensor fake_weight = mode.from_tensor(weight, contexts[1]);
  std::cout << "x has sizes " << text(mode, fake_x) << ", and the weight " << text(mode, fake_weight) << "\n";

  const at::Tensor y = at::cat({fake_x, fake_x}, 0).mm(fake_weight);
  std::cout << "the result has sizes " << text(mode, y) << "\n";
  std::cout << "a part of it has sizes " << text(mode, y.slice(0, 1, 4)) << "\n";
  std::cout << "the places of its positive elements have sizes " << text(mode, y.gt(0).nonzero()) << "\n";
  for (const std::string& guard : mode.shape_env()->produce_guards()) std::cout << "the trace needs " << guard << "\n";

  fake_x.unsqueeze_(0);
  std::cout << "x has sizes " << text(mode, fake_x) << " at the end of the trace\n";
  const auto again = torch::fresh_fake_mode(mode, contexts);
  std::cout << "x has sizes " << text(*again, again->from_tensor(x)) << " in a fresh mode with the same contexts\n";
  const auto others = torch::fresh_fake_mode(mode);
  std::cout << "x has sizes " << text(*others, others->from_tensor(x)) << " in a fresh mode without them\n";
  return 0;
}
