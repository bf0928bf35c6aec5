// Measures large and small operators on a GPU. One source is compiled against our headers and against libtorch's;
// scripts/gpu runs both on one machine and prints the ratios.
//
//   gpu_rows [--device cuda|cpu|sim] [--smoke]
//
//   --device sim   the simulated device; a misuse of it is an error (our headers only)
//   --smoke        small tensors, one call each, to see that all rows run
//
// Each row prints a line: its name, a tab, and the median time of a call in milliseconds, or why there is none. The
// program exits with 1 if a row did not run. The rows are those of the table in docs/gpu/H100.md;
// bench/check_gpu_rows.py compares the names.
#include <torch/torch.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

// The build defines this macro if the program is compiled against our headers.
#ifdef MODECHECK_GPU_ROWS_OF_ENGINE
#include "bench/simulated_gpu.h"
#else
#include <ATen/Context.h>
#include <torch/cuda.h>
#endif

namespace {

using at::IntArrayRef;
using at::Tensor;

#ifdef MODECHECK_GPU_ROWS_OF_ENGINE
bool simulate() {
  modecheck::bench::use_simulated_gpu();
  return true;
}
std::vector<std::string> misuses() { return modecheck::bench::misuses_of_simulated_gpu(); }
void compute_in_full_precision() {}
#else
bool simulate() { return false; }
std::vector<std::string> misuses() { return {}; }
// The engine never rounds the operands of a convolution, so PyTorch must not do it either.
void compute_in_full_precision() { at::globalContext().setAllowTF32CuDNN(false); }
#endif

struct Settings {
  c10::Device device{c10::kCUDA};
  bool smoke = false;

  // Returns the size `full` for a full run, or the size `small` for a smoke run.
  std::int64_t size(std::int64_t full, std::int64_t small) const { return smoke ? small : full; }
  at::TensorOptions options() const { return at::TensorOptions().device(device); }
};

class Rows {
 public:
  explicit Rows(const Settings& settings) : settings_(settings) {}

  void add(const char* name, const std::function<void()>& call, int calls = 5) {
    std::string wrong;
    double time = 0;
    try {
      time = median(call, settings_.smoke ? 1 : calls);
    } catch (const std::exception& error) {
      wrong = error.what();
    }
    const std::vector<std::string> misused = misuses();
    if (!misused.empty()) wrong = misused.front();
    if (wrong.empty())
      std::printf("%s\t%.4f\n", name, time);
    else
      fail(name, wrong);
    std::fflush(stdout);
  }

  // Calls a function of this file that adds a group of rows. If the function throws because its tensors cannot be made,
  // the other groups still run.
  void add_group(const char* name, void (*group)(Rows& rows, const Settings& settings)) {
    try {
      group(*this, settings_);
      wait();
    } catch (const std::exception& error) {
      fail(name, error.what());
    }
    for (const std::string& misuse : misuses()) fail(name, misuse);
  }

  bool all_ran() const { return all_ran_; }

 private:
  void fail(const char* name, const std::string& why) {
    std::printf("%s\tnot run: %s\n", name, why.substr(0, why.find('\n')).c_str());
    all_ran_ = false;
  }

  void wait() const {
    if (settings_.device.is_cuda()) torch::cuda::synchronize();
  }

  double median(const std::function<void()>& call, int calls) const {
    call();
    wait();
    std::vector<double> times;
    for (int sample = 0; sample < (settings_.smoke ? 1 : 5); ++sample) {
      const auto begin = std::chrono::steady_clock::now();
      for (int i = 0; i < calls; ++i) call();
      wait();
      const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
      times.push_back(taken.count() / calls);
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
  }

  Settings settings_;
  bool all_ran_ = true;
};

// Returns the side of the square operands of most rows. In a full run an operand takes 1 GiB of float32.
std::int64_t side(const Settings& settings) { return settings.size(std::int64_t{1} << 14, 32); }

void elements(Rows& rows, const Settings& settings) {
  const c10::InferenceMode mode;
  const std::int64_t n = side(settings);
  const at::TensorOptions options = settings.options();
  const Tensor x = torch::ones({n, n}, options);
  const Tensor y = torch::ones({n, n}, options);
  Tensor out = torch::empty({n, n}, options);
  const Tensor row = torch::ones({n}, options);
  const Tensor column = torch::ones({n, 1}, options);
  rows.add("copy_", [&] { out.copy_(x); });
  rows.add("copy_ transposed", [&] { out.copy_(x.t()); });
  rows.add("add", [&] { torch::add_out(out, x, y); });
  rows.add("add row", [&] { torch::add_out(out, x, row); });
  rows.add("add column", [&] { torch::add_out(out, x, column); });
  rows.add("exp", [&] { torch::exp_out(out, x); });
  rows.add("sigmoid", [&] { torch::sigmoid_out(out, x); });
  rows.add("tanh", [&] { torch::tanh_out(out, x); });
  rows.add("gelu", [&] { torch::gelu(x); });
  rows.add("pow 2.5", [&] { torch::pow(x, 2.5); });
  rows.add("where", [&] { torch::where(x > 0, x, y); });
  rows.add("to bfloat16", [&] { x.to(torch::kBFloat16); });
  rows.add("masked_fill", [&] { x.masked_fill(y > 2, 0); });
  rows.add("flip", [&] { x.flip({1}); });
  rows.add("triu", [&] { x.triu(); });
  rows.add("cat", [&] { torch::cat({x, y}); });
  rows.add("rand", [&] { torch::rand({n, n}, options); });
  rows.add("randn", [&] { torch::randn({n, n}, options); });
}

void reductions(Rows& rows, const Settings& settings) {
  const c10::InferenceMode mode;
  const std::int64_t n = side(settings);
  const Tensor x = torch::ones({n, n}, settings.options());
  rows.add("sum", [&] { x.sum(); });
  rows.add("sum dim 0", [&] { x.sum(IntArrayRef({0})); });
  rows.add("sum dim 1", [&] { x.sum(IntArrayRef({1})); });
  rows.add("amax dim 1", [&] { x.amax({1}); });
  rows.add("argmax dim 1", [&] { x.argmax(1); });
  rows.add("var dim 1", [&] { x.var(IntArrayRef({1}), true, false); });
  rows.add("norm", [&] { x.norm(); });
  rows.add("softmax dim 0", [&] { x.softmax(0); });
  rows.add("softmax dim 1", [&] { x.softmax(1); });
  rows.add("log_softmax dim 1", [&] { x.log_softmax(1); });
  rows.add("cumsum dim 0", [&] { x.cumsum(0); });
  rows.add("cumsum dim 1", [&] { x.cumsum(1); });
  rows.add("layer_norm", [&] { torch::layer_norm(x, {n}); });
}

void choosing(Rows& rows, const Settings& settings) {
  const c10::InferenceMode mode;
  const std::int64_t n = side(settings);
  const at::TensorOptions options = settings.options();
  const Tensor x = torch::ones({n, n}, options);
  const Tensor index = torch::randint(0, n, {n}, options.dtype(torch::kLong));
  rows.add("index_select 0", [&] { x.index_select(0, index); });
  rows.add("index_select 1", [&] { x.index_select(1, index); });
  rows.add("embedding", [&] { torch::embedding(x, index); });
  const std::int64_t fewer = settings.size(4096, 32);
  const Tensor square = torch::rand({fewer, fewer}, options);
  const Tensor line = torch::rand({settings.size(std::int64_t{1} << 24, 64)}, options);
  rows.add(
      "sort 2^24", [&] { line.sort(0); }, 3);
  rows.add(
      "sort rows 4096", [&] { square.sort(1); }, 3);
  rows.add(
      "topk 16 of 4096", [&] { square.topk(16, 1); }, 3);
  rows.add(
      "nonzero", [&] { torch::nonzero(square > 0.5); }, 3);
  rows.add(
      "masked_select", [&] { square.masked_select(square > 0.5); }, 3);
  rows.add(
      "unique", [&] { torch::_unique(line); }, 2);
}

void images(Rows& rows, const Settings& settings) {
  const c10::InferenceMode mode;
  const at::TensorOptions options = settings.options();
  const std::int64_t channels = settings.size(64, 8);
  const std::int64_t height = settings.size(112, 8);
  const std::vector<std::int64_t> larger{2 * height, 2 * height};
  const Tensor image = torch::rand({settings.size(32, 2), channels, height, height}, options);
  const Tensor weight = torch::rand({channels, channels, 3, 3}, options);
  const Tensor scale = torch::rand({channels}, options);
  rows.add(
      "conv2d", [&] { torch::conv2d(image, weight, {}, 1, 1); }, 3);
  rows.add(
      "max_pool2d",
      [&] {
        torch::max_pool2d(image, {3, 3}, {2, 2}, {1, 1});
      },
      3);
  rows.add(
      "avg_pool2d",
      [&] {
        torch::avg_pool2d(image, {3, 3}, {2, 2}, {1, 1});
      },
      3);
  rows.add(
      "batch_norm eval", [&] { torch::batch_norm(image, scale, scale, scale, scale, false, 0.1, 1e-5, true); }, 3);
  rows.add(
      "group_norm", [&] { torch::group_norm(image, 8); }, 3);
  rows.add(
      "upsample bilinear", [&] { torch::upsample_bilinear2d(image, IntArrayRef(larger), false); }, 3);
}

void matrices(Rows& rows, const Settings& settings) {
  const c10::InferenceMode mode;
  const at::TensorOptions options = settings.options();
  const std::int64_t n = settings.size(2048, 32);
  const Tensor a = torch::rand({n, n}, options);
  rows.add("mm 2048", [&] { torch::mm(a, a); });
  const std::int64_t m = settings.size(64, 4);
  const Tensor batch = torch::rand({settings.size(256, 2), m, m}, options) + torch::eye(m, options) * m;
  rows.add("bmm 256x64", [&] { torch::bmm(batch, batch); });
  rows.add(
      "inverse 256x64", [&] { torch::inverse(batch); }, 2);
  const std::int64_t examples = settings.size(65536, 16);
  const std::int64_t classes = settings.size(1024, 8);
  const Tensor logits = torch::rand({examples, classes}, options);
  const Tensor target = torch::randint(0, classes, {examples}, options.dtype(torch::kLong));
  rows.add(
      "cross_entropy", [&] { torch::cross_entropy_loss(logits, target); }, 3);
  const std::int64_t lines = settings.size(4096, 4);
  const std::int64_t length = settings.size(1024, 16);
  // Each call draws new random numbers, as in the measurement that docs/gpu/H100.md shows.
  rows.add(
      "fft 2^10 x 4096",
      [&] {
        torch::fft_fft(torch::rand({lines, length}, options));
      },
      2);
}

// Measures the overhead of a call, with many calls on tensors of a few elements.
void small_operators(Rows& rows, const Settings& settings) {
  const auto repeat = [](std::int64_t times, const std::function<void()>& call) {
    return [times, call] {
      for (std::int64_t i = 0; i < times; ++i) call();
    };
  };
  const std::int64_t thousand = settings.size(1000, 3);
  {
    const c10::InferenceMode mode;
    const Tensor x = torch::ones({16}, settings.options());
    const Tensor matrix = torch::ones({4, 4}, settings.options());
    Tensor out = torch::empty({16}, settings.options());
    rows.add("small add x1000", repeat(thousand, [&] { x.add(x); }));
    rows.add("small add_out x1000", repeat(thousand, [&] { torch::add_out(out, x, x); }));
    rows.add("small sum x1000", repeat(thousand, [&] { x.sum(); }));
    rows.add("small mm x1000", repeat(thousand, [&] { matrix.mm(matrix); }));
    rows.add("small softmax x1000", repeat(thousand, [&] { x.softmax(0); }));
  }
  const Tensor leaf = torch::ones({16}, settings.options().requires_grad(true));
  rows.add("small mul+sum+backward x300", repeat(settings.size(300, 3), [&] { (leaf * leaf).sum().backward(); }), 3);
}

// Measures forward and backward of a perceptron with one hidden layer.
void training(Rows& rows, const Settings& settings) {
  const std::int64_t width = settings.size(1024, 16);
  const at::TensorOptions trained = settings.options().requires_grad(true);
  Tensor first = torch::rand({width, width}, trained);
  Tensor second = torch::rand({width, width}, trained);
  const Tensor input = torch::rand({settings.size(512, 8), width}, settings.options());
  const auto step = [&] {
    first.mutable_grad() = Tensor();
    second.mutable_grad() = Tensor();
    torch::relu(input.mm(first)).mm(second).mean().backward();
  };
  rows.add("mlp step", step, 10);
}

// Returns false if the machine has no device of this name.
bool set_device(const std::string& name, Settings& settings) {
  if (name == "sim") return simulate();
  if (name != "cpu" && name != "cuda") return false;
  settings.device = c10::Device(name);
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--smoke") {
      settings.smoke = true;
    } else if (argument == "--device" && i + 1 < argc) {
      if (set_device(argv[++i], settings)) continue;
      std::fprintf(stderr, "gpu_rows: --device is cuda, cpu or, with modecheck's engine, sim; not %s\n", argv[i]);
      return 2;
    } else {
      std::fprintf(stderr, "gpu_rows: expected --device cuda|cpu|sim or --smoke, not %s\n", argument.c_str());
      return 2;
    }
  }
  compute_in_full_precision();
  Rows rows(settings);
  rows.add_group("elements", elements);
  rows.add_group("reductions", reductions);
  rows.add_group("choosing", choosing);
  rows.add_group("images", images);
  rows.add_group("matrices", matrices);
  rows.add_group("small operators", small_operators);
  rows.add_group("training", training);
  return rows.all_ran() ? 0 : 1;
}
