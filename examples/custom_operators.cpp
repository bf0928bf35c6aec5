// Uses the two custom operators of this folder. Exits with 0 if they keep the rules.
#include <torch/library.h>
#include <torch/torch.h>

#include <cstdio>

namespace {

at::Tensor& scale_(at::Tensor& self, double factor) {
  static const auto op =
      c10::Dispatcher::singleton().findSchemaOrThrow("example::scale_", "").typed<at::Tensor&(at::Tensor&, double)>();
  return op.call(self, factor);
}

at::Tensor every_other(const at::Tensor& self) {
  static const auto op =
      c10::Dispatcher::singleton().findSchemaOrThrow("example::every_other", "").typed<at::Tensor(const at::Tensor&)>();
  return op.call(self);
}

int failures = 0;

void check(bool holds, const char* what) {
  std::printf("%-4s %s\n", holds ? "ok" : "NOT", what);
  if (!holds) ++failures;
}

}  // namespace

int main() {
  at::Tensor saved;
  {
    const c10::InferenceMode mode;
    saved = torch::ones({4});
    scale_(saved, 2);
    check(saved.sum().item<double>() == 8, "inside the mode an inference tensor is written (M1)");
  }
  bool rejected = false;
  try {
    scale_(saved, 2);
  } catch (const c10::Error& error) {
    rejected = true;
    std::printf("     %s\n", error.what_without_backtrace());
  }
  check(rejected && saved.sum().item<double>() == 8, "outside it the write is rejected and nothing is written (M2)");

  const at::Tensor leaf = torch::ones({4}, at::requires_grad());
  at::Tensor copy = leaf.clone();
  const at::Tensor view = every_other(copy);
  check(view.is_view() && view._base().is_same(copy), "the view is tracked (W1)");
  const auto version = copy._version();
  scale_(copy, 3);
  check(view._version() == version + 1, "the write bumps the version that the view shares (V1, V3)");
  view.sum().backward();
  const at::Tensor gradient = leaf.grad();
  check(gradient.select(0, 0).item<double>() == 3 && gradient.select(0, 1).item<double>() == 0,
        "the gradient goes through the view and the write");
  return failures;
}
