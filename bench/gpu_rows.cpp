// How long a GPU takes for large and for small operators, told by one source that is compiled against our headers and
// against libtorch's: scripts/gpu runs both on one machine and prints the ratios.
//
//   gpu_rows [--device cuda|cpu] [--smoke]      --smoke: small tensors, one call each, to see that all rows run
//
// A line a row: its name, a tab, the median time of a call in milliseconds, or why there is none.
#include <torch/torch.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#if __has_include(<torch/cuda.h>)
#include <torch/cuda.h>
#endif

namespace {

using at::Tensor;

struct Settings {
  c10::Device device{c10::kCUDA};
  bool smoke = false;

  // A size in full, and for a smoke run.
  std::int64_t size(std::int64_t full, std::int64_t small) const { return smoke ? small : full; }
};

class Rows {
 public:
  explicit Rows(const Settings& settings) : settings_(settings) {}

  void add(const char* name, const std::function<void()>& call, int calls = 5) const {
    try {
      std::printf("%s\t%.4f\n", name, median(call, settings_.smoke ? 1 : calls));
    } catch (const std::exception& error) {
      const std::string what = error.what();
      std::printf("%s\tnot run: %s\n", name, what.substr(0, what.find('\n')).c_str());
    }
    std::fflush(stdout);
  }

 private:
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
};

void elements(const Rows& rows, const Settings& settings, const at::TensorOptions& options) {
  const std::int64_t n = settings.size(16384, 16);
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
  rows.add("masked_fill", [&] { x.masked_fill(x > 2, 0); });
  rows.add("flip", [&] { x.flip({0}); });
  rows.add("triu", [&] { x.triu(); });
  rows.add("cat", [&] { torch::cat({x, y}); });
  rows.add("rand", [&] { torch::rand({n, n}, options); });
  rows.add("randn", [&] { torch::randn({n, n}, options); });
}

void reductions(const Rows& rows, const Settings& settings, const at::TensorOptions& options) {
  const std::int64_t n = settings.size(16384, 16);
  const Tensor x = torch::ones({n, n}, options);
  rows.add("sum", [&] { x.sum(); });
  rows.add("sum dim 0", [&] { x.sum(at::IntArrayRef({0})); });
  rows.add("sum dim 1", [&] { x.sum(at::IntArrayRef({1})); });
  rows.add("amax dim 1", [&] { x.amax({1}); });
  rows.add("argmax dim 1", [&] { x.argmax(1); });
  rows.add("var dim 1", [&] { x.var(at::IntArrayRef({1}), true, false); });
  rows.add("norm", [&] { x.norm(); });
  rows.add("softmax dim 0", [&] { x.softmax(0); });
  rows.add("softmax dim 1", [&] { x.softmax(1); });
  rows.add("log_softmax dim 1", [&] { x.log_softmax(1); });
  rows.add("cumsum dim 0", [&] { x.cumsum(0); });
  rows.add("cumsum dim 1", [&] { x.cumsum(1); });
  const Tensor weight = torch::ones({n}, options);
  rows.add("layer_norm", [&] { torch::layer_norm(x, {n}, weight, weight); });
}

void choosing(const Rows& rows, const Settings& settings, const at::TensorOptions& options) {
  const std::int64_t many = settings.size(4096, 16);
  const Tensor x = torch::rand({many, many}, options);
  const Tensor line = torch::rand({settings.size(std::int64_t{1} << 24, 64)}, options);
  const Tensor index = torch::arange(many, options.dtype(torch::kLong));
  rows.add("sort rows", [&] { x.sort(-1); });
  rows.add("sort line", [&] { line.sort(0); });
  rows.add("topk 16", [&] { x.topk(std::min<std::int64_t>(16, many)); });
  rows.add("nonzero", [&] { torch::nonzero(x > 0.5); });
  rows.add("masked_select", [&] { x.masked_select(x > 0.5); });
  rows.add("index_select 0", [&] { x.index_select(0, index); });
  rows.add("index_select 1", [&] { x.index_select(1, index); });
  rows.add("embedding", [&] { torch::embedding(x, index); });
}

void layers(const Rows& rows, const Settings& settings, const at::TensorOptions& options) {
  const std::int64_t side = settings.size(56, 8);
  const std::int64_t channels = settings.size(128, 8);
  const Tensor image = torch::ones({settings.size(32, 2), channels, side, side}, options);
  const Tensor weight = torch::ones({channels, channels, 3, 3}, options);
  const Tensor scale = torch::ones({channels}, options);
  rows.add("conv2d", [&] { torch::conv2d(image, weight, {}, 1, 1); });
  rows.add("max_pool2d", [&] { torch::max_pool2d(image, 2); });
  rows.add("avg_pool2d", [&] { torch::avg_pool2d(image, 2); });
  rows.add("batch_norm eval", [&] { torch::batch_norm(image, scale, scale, scale, scale, false, 0.1, 1e-5, false); });
  rows.add("group_norm", [&] { torch::group_norm(image, 4, scale, scale); });
  const std::int64_t n = settings.size(2048, 16);
  const Tensor a = torch::ones({n, n}, options);
  rows.add("mm", [&] { torch::mm(a, a); });
  const std::int64_t batch = settings.size(256, 2);
  const Tensor small = torch::eye(settings.size(64, 4), options).expand({batch, -1, -1}).contiguous();
  rows.add("bmm", [&] { torch::bmm(small, small); });
  rows.add("inverse", [&] { torch::inverse(small); });
  const Tensor logits = torch::ones({settings.size(4096, 8), settings.size(32000, 16)}, options);
  const Tensor target = torch::zeros({logits.size(0)}, options.dtype(torch::kLong));
  rows.add("cross_entropy", [&] { torch::cross_entropy_loss(logits, target); });
}

// What a call costs beside its work: a thousand of them on tensors of a few elements.
void small_operators(const Rows& rows, const Settings& settings, const at::TensorOptions& options) {
  const int times = static_cast<int>(settings.size(1000, 3));
  const Tensor x = torch::ones({8, 8}, options);
  Tensor out = torch::empty({8, 8}, options);
  const auto repeat = [times](const std::function<void()>& call) {
    return [times, call] {
      for (int i = 0; i < times; ++i) call();
    };
  };
  rows.add("small add x1000", repeat([&] { x.add(x); }));
  rows.add("small add_out x1000", repeat([&] { torch::add_out(out, x, x); }));
  rows.add("small sum x1000", repeat([&] { x.sum(); }));
  rows.add("small softmax x1000", repeat([&] { x.softmax(1); }));
  rows.add("small mm x1000", repeat([&] { x.mm(x); }));
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--smoke") {
      settings.smoke = true;
    } else if (argument == "--device" && i + 1 < argc) {
      settings.device = c10::Device(std::string(argv[++i]));
    } else {
      std::fprintf(stderr, "gpu_rows: expected --device cuda|cpu or --smoke, not %s\n", argument.c_str());
      return 2;
    }
  }
  const at::TensorOptions options = at::TensorOptions().device(settings.device);
  const Rows rows(settings);
  const c10::InferenceMode mode;
  elements(rows, settings, options);
  reductions(rows, settings, options);
  choosing(rows, settings, options);
  layers(rows, settings, options);
  small_operators(rows, settings, options);
  return 0;
}
