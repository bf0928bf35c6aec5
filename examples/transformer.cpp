// A transformer block over sequences of symbols: embedding, multi-head attention, normalisation and a feed-forward
// part. The program trains it for ten steps and then runs inference. The file needs the libtorch API only. It is
// compiled against our headers and, if libtorch is installed, against libtorch. Both programs print the same numbers.
#include <torch/torch.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using torch::Tensor;

constexpr std::int64_t kSymbols = 20;
constexpr std::int64_t kWidth = 32;
constexpr std::int64_t kHeads = 4;
constexpr std::int64_t kLength = 12;
constexpr std::int64_t kBatch = 3;

// Returns a parameter of pseudo-random numbers between -scale and scale, which are the same in every library.
Tensor parameter(torch::IntArrayRef sizes, std::uint64_t seed, double scale) {
  Tensor out = torch::empty(sizes);
  std::uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
  for (std::int64_t i = 0; i < out.numel(); ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    out.data_ptr<float>()[i] =
        static_cast<float>(scale * (static_cast<double>(state >> 40) / static_cast<double>(1u << 23) - 1));
  }
  return out.set_requires_grad(true);
}

Tensor number(double value) { return torch::full({}, value); }

// Normalises each row to mean 0 and variance 1, then scales and shifts it.
Tensor layer_norm(const Tensor& rows, const Tensor& scale, const Tensor& shift) {
  const Tensor centred = rows.sub(rows.mean({-1}, true));
  const Tensor variance = centred.mul(centred).mean({-1}, true);
  return centred.div(variance.add(number(1e-5)).sqrt()).mul(scale).add(shift);
}

// Computes the tanh approximation of GELU.
Tensor gelu_of(const Tensor& x) {
  const Tensor inner = x.add(x.mul(x).mul(x).mul(number(0.044715))).mul(number(std::sqrt(2.0 / 3.14159265358979)));
  return x.mul(number(0.5)).mul(inner.tanh().add(number(1)));
}

class Block {
 public:
  Block()
      : query_(parameter({kWidth, kWidth}, 1, 0.2)),
        key_(parameter({kWidth, kWidth}, 2, 0.2)),
        value_(parameter({kWidth, kWidth}, 3, 0.2)),
        out_(parameter({kWidth, kWidth}, 4, 0.2)),
        scale1_(parameter({kWidth}, 5, 1.0)),
        shift1_(parameter({kWidth}, 6, 0.1)),
        scale2_(parameter({kWidth}, 7, 1.0)),
        shift2_(parameter({kWidth}, 8, 0.1)),
        up_(parameter({4 * kWidth, kWidth}, 9, 0.2)),
        up_bias_(parameter({4 * kWidth}, 10, 0.1)),
        down_(parameter({kWidth, 4 * kWidth}, 11, 0.1)),
        down_bias_(parameter({kWidth}, 12, 0.1)) {}

  std::vector<Tensor> parameters() const {
    return {query_, key_, value_, out_, scale1_, shift1_, scale2_, shift2_, up_, up_bias_, down_, down_bias_};
  }

  // Applies the block. Argument and result have the sizes [batch, length, width].
  Tensor operator()(const Tensor& x) const {
    const Tensor seen = x.add(attention(layer_norm(x, scale1_, shift1_)));
    const Tensor thought = gelu_of(torch::linear(layer_norm(seen, scale2_, shift2_), up_, up_bias_));
    return seen.add(torch::linear(thought, down_, down_bias_));
  }

 private:
  // Splits the width into heads: [batch, length, width] becomes [batch, heads, length, width / heads].
  static Tensor heads(const Tensor& x) {
    return x.view({x.size(0), x.size(1), kHeads, kWidth / kHeads}).transpose(1, 2);
  }

  // Causal self-attention: no position attends to later positions.
  Tensor attention(const Tensor& x) const {
    const Tensor query = heads(torch::linear(x, query_));
    const Tensor key = heads(torch::linear(x, key_));
    const Tensor value = heads(torch::linear(x, value_));
    const Tensor scores =
        query.matmul(key.transpose(-2, -1)).mul(number(1.0 / std::sqrt(static_cast<double>(kWidth / kHeads))));
    const Tensor place = torch::arange(0, x.size(1), 1, torch::kLong);
    const Tensor ahead = place.unsqueeze(1).lt(place.unsqueeze(0));
    const Tensor shares = scores.masked_fill(ahead, -1e9).softmax(-1);
    const Tensor joined = shares.matmul(value).transpose(1, 2).contiguous().view({x.size(0), x.size(1), kWidth});
    return torch::linear(joined, out_);
  }

  Tensor query_, key_, value_, out_;
  Tensor scale1_, shift1_, scale2_, shift2_;
  Tensor up_, up_bias_, down_, down_bias_;
};

}  // namespace

int main() {
  const Tensor table = parameter({kSymbols, kWidth}, 20, 0.5);
  const Block block;
  Tensor symbols = torch::empty({kBatch, kLength}, torch::kLong);
  for (std::int64_t i = 0; i < symbols.numel(); ++i) symbols.data_ptr<std::int64_t>()[i] = i * 7 % kSymbols;
  // The target of each symbol is the next symbol of the sequence; the last symbol has no target.
  const Tensor given = symbols.narrow(1, 0, kLength - 1);
  const Tensor wanted = symbols.narrow(1, 1, kLength - 1).reshape({-1});
  const auto scores = [&] { return torch::linear(block(torch::embedding(table, given)), table).view({-1, kSymbols}); };
  std::vector<Tensor> parameters = block.parameters();
  parameters.push_back(table);
  float first = 0;
  float last = 0;
  for (int step = 0; step < 10; ++step) {
    const Tensor loss = torch::cross_entropy_loss(scores(), wanted);
    last = loss.item<float>();
    if (step == 0) first = last;
    std::printf("step %2d  loss %.4f\n", step, last);
    loss.backward();
    const torch::NoGradGuard quiet;
    for (const Tensor& each : parameters) {
      each.sub_(each.grad(), 0.1);
      each.grad().zero_();
    }
  }
  const c10::InferenceMode mode;
  const Tensor shares = scores().softmax(-1);
  std::printf("shares of the first:");
  for (std::int64_t i = 0; i < kSymbols; ++i) std::printf(" %.4f", shares.data_ptr<float>()[i]);
  std::printf("\n");
  return last < first && shares.is_inference() ? 0 : 1;
}
