// Shows fake tensors, and why a second trace needs fresh ones. docs/FAKE_TENSORS.md explains what it prints.
#include <torch/fake_tensor.h>
#include <torch/torch.h>

#include <iostream>

namespace {

// The program that is traced. It returns a result, and it also changes its input: one write, and another shape.
at::Tensor program(const at::Tensor& x, const at::Tensor& weight) {
  const at::Tensor y = x.mul(2).mm(weight).relu();
  x.add_(1);
  x.unsqueeze_(0);
  return y.mean();
}

void show(const char* when, const at::Tensor& x) {
  std::cout << when << ": sizes " << x.sizes() << ", version " << x._version() << ", on " << x.device()
            << (x.is_fake() ? ", fake" : ", real") << "\n";
}

}  // namespace

int main() {
  const at::Tensor x = at::randn({2, 3});
  const at::Tensor weight = at::randn({3, 4}).requires_grad_();

  torch::FakeTensorMode mode;
  const at::Tensor fake_x = mode.from_tensor(x);
  const at::Tensor fake_weight = mode.from_tensor(weight);
  show("x before the first trace", fake_x);
  {
    const torch::FakeTensorModeGuard guard(mode);
    program(fake_x, fake_weight).backward();
  }
  std::cout << "the gradient of the weight has sizes " << fake_weight.grad().sizes() << "\n";
  show("x after the first trace", mode.from_tensor(x));

  // A second trace in the same mode starts where the first one ended, and fails.
  try {
    const torch::FakeTensorModeGuard guard(mode);
    program(mode.from_tensor(x), fake_weight);
  } catch (const c10::Error& error) {
    std::cout << "a second trace in the same mode: " << error.what() << "\n";
  }

  const auto fresh = torch::fresh_fake_mode(mode);
  show("x in a fresh mode", fresh->from_tensor(x));
  {
    const torch::FakeTensorModeGuard guard(*fresh);
    program(fresh->from_tensor(x), fresh->from_tensor(weight)).backward();
  }
  show("x after the second trace", fresh->from_tensor(x));
  show("the real x", x);
  try {
    static_cast<void>(fresh->from_tensor(x).nonzero());
  } catch (const torch::DataDependentError& error) {
    std::cout << "what depends on data: " << error.what() << "\n";
  }
  return 0;
}
