// Measures operators on large tensors, where memory and arithmetic dominate. For each row the program prints a line
// with the least milliseconds of five runs. The source uses the libtorch API and is compiled twice; scripts/bench runs
// both programs in turn.
#include <ATen/ATen.h>
#include <torch/types.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <limits>

namespace {

using at::Tensor;

constexpr std::int64_t kElements = 10'000'000;
constexpr std::int64_t kSide = 3162;  // the side of a square with about ten million elements
constexpr int kRuns = 5;

// Stops the compiler from dropping the computation of a result that nothing reads.
void keep(const Tensor& value) { asm volatile("" : : "g"(&value) : "memory"); }

void row(const char* name, const std::function<void()>& body) {
  using Clock = std::chrono::steady_clock;
  body();
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kRuns; ++i) {
    const Clock::time_point begin = Clock::now();
    body();
    least = std::min(least, std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
  }
  std::printf("%s\t%.4f\n", name, least);
}

void pointwise() {
  const Tensor a = at::ones({kElements});
  const Tensor b = at::ones({kElements});
  Tensor c = at::ones({kElements});
  const Tensor square = at::ones({kSide, kSide});
  const Tensor turned = square.t();
  row("add 1e7", [&] { keep(a.add(b)); });
  row("add_ 1e7", [&] { c.add_(a); });
  row("mul.out 1e7", [&] { at::mul_out(c, a, b); });
  row("relu 1e7", [&] { keep(a.relu()); });
  row("eq 1e7", [&] { keep(a.eq(b)); });
  row("exp 1e7", [&] { keep(a.exp()); });
  row("copy_ 1e7", [&] { c.copy_(a); });
  row("fill_ 1e7", [&] { c.fill_(1); });
  row("to double 1e7", [&] { keep(a.to(at::kDouble)); });
  row("add, transposed 1e7", [&] { keep(square.add(turned)); });
  row("clone, transposed 1e7", [&] { keep(turned.clone(at::MemoryFormat::Contiguous)); });
  const Tensor rows = at::ones({kElements / 4, 3});
  const Tensor column = at::ones({kElements / 4, 1});
  row("mul of rows of 3 by one 7.5e6", [&] { keep(rows.mul(column)); });
  row("mul of every other one 5e6", [&] { keep(a.slice(0, 0, kElements, 2).mul(b.slice(0, 1, kElements, 2))); });
  const Tensor mask = at::arange(kElements).remainder(3).eq(0);
  row("where 1e7", [&] { keep(a.where(mask, b)); });
  row("sum 1e7", [&] { keep(a.sum()); });
  row("sum of columns 1e7", [&] { keep(square.sum(c10::IntArrayRef(0))); });
  row("sum of rows 1e7", [&] { keep(square.sum(c10::IntArrayRef(1))); });
  row("softmax of rows 1e7", [&] { keep(square.softmax(1)); });
}

void products() {
  const Tensor a = at::ones({512, 512});
  const Tensor b = at::ones({512, 512});
  row("mm 512", [&] { keep(a.mm(b)); });
  row("mm 512, transposed", [&] { keep(a.mm(b.t())); });
  const Tensor image = at::ones({8, 64, 56, 56});
  const Tensor kernels = at::ones({64, 64, 3, 3});
  row("conv2d 8x64x56x56, 3x3", [&] { keep(at::conv2d(image, kernels, {}, 1, c10::IntArrayRef(1))); });
  const Tensor points = at::ones({64, 64, 1, 1});
  row("conv2d 8x64x56x56, 1x1", [&] { keep(at::conv2d(image, points)); });
  row("max_pool2d 8x64x56x56", [&] { keep(at::max_pool2d(image, 2)); });
}

}  // namespace

int main() {
  const c10::InferenceMode mode;
  pointwise();
  products();
}
