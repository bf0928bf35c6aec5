// A network of two layers learns to read generated digits: seven-segment figures with noise. The file needs the
// libtorch API only. It is compiled against our headers and, if libtorch is installed, against libtorch. Both programs
// print the same numbers.
#include <torch/torch.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using torch::Tensor;

constexpr std::int64_t kSide = 8;
constexpr std::int64_t kPixels = kSide * kSide;
constexpr std::int64_t kDigits = 10;
constexpr std::int64_t kHidden = 32;

// Generates pseudo-random numbers between 0 and 1, which are the same in every library.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) : state_(seed) {}
  float next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<float>(state_ >> 40) / static_cast<float>(1u << 24);
  }

 private:
  std::uint64_t state_;
};

// Says which segments each digit lights: top, upper left, upper right, middle, lower left, lower right, bottom.
constexpr std::array<std::array<bool, 7>, kDigits> kSegments{{{true, true, true, false, true, true, true},
                                                              {false, false, true, false, false, true, false},
                                                              {true, false, true, true, true, false, true},
                                                              {true, false, true, true, false, true, true},
                                                              {false, true, true, true, false, true, false},
                                                              {true, true, false, true, false, true, true},
                                                              {true, true, false, true, true, true, true},
                                                              {true, false, true, false, false, true, false},
                                                              {true, true, true, true, true, true, true},
                                                              {true, true, true, true, false, true, true}}};

bool is_inked(std::int64_t digit, std::int64_t row, std::int64_t column) {
  const auto& segments = kSegments[static_cast<std::size_t>(digit)];
  const bool across = column > 1 && column < 6;
  const bool upper = row > 0 && row < 4;
  const bool lower = row > 3 && row < 7;
  return (row == 0 && across && segments[0]) || (column == 1 && upper && segments[1]) ||
         (column == 6 && upper && segments[2]) || (row == 3 && across && segments[3]) ||
         (column == 1 && lower && segments[4]) || (column == 6 && lower && segments[5]) ||
         (row == 7 && across && segments[6]);
}

struct Digits {
  Tensor images;  // sizes [count, pixels], dtype float32
  Tensor labels;  // sizes [count], dtype int64
};

Digits draw(std::int64_t count, std::uint64_t seed) {
  Digits out{torch::empty({count, kPixels}), torch::empty({count}, torch::kLong)};
  Noise noise(seed);
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t digit = i % kDigits;
    out.labels.data_ptr<std::int64_t>()[i] = digit;
    for (std::int64_t pixel = 0; pixel < kPixels; ++pixel)
      out.images.data_ptr<float>()[i * kPixels + pixel] =
          (is_inked(digit, pixel / kSide, pixel % kSide) ? 1.0F : 0.0F) + 0.8F * (noise.next() - 0.5F);
  }
  return out;
}

struct Network {
  Tensor weight1, bias1, weight2, bias2;

  explicit Network(Noise& noise)
      : weight1(random({kHidden, kPixels}, noise)),
        bias1(torch::zeros({kHidden})),
        weight2(random({kDigits, kHidden}, noise)),
        bias2(torch::zeros({kDigits})) {
    for (const Tensor& parameter : parameters()) parameter.set_requires_grad(true);
  }

  std::vector<Tensor> parameters() const { return {weight1, bias1, weight2, bias2}; }
  Tensor scores(const Tensor& images) const {
    return torch::linear(torch::linear(images, weight1, bias1).relu(), weight2, bias2);
  }

 private:
  static Tensor random(torch::IntArrayRef sizes, Noise& noise) {
    Tensor out = torch::empty(sizes);
    for (std::int64_t i = 0; i < out.numel(); ++i) out.data_ptr<float>()[i] = 0.4F * (noise.next() - 0.5F);
    return out;
  }
};

// Returns the share of digits that are read correctly.
double accuracy(const Network& network, const Digits& digits) {
  const c10::InferenceMode mode;
  const Tensor scores = network.scores(digits.images);
  std::int64_t right = 0;
  for (std::int64_t i = 0; i < scores.size(0); ++i) {
    const float* const row = scores.data_ptr<float>() + i * kDigits;
    std::int64_t best = 0;
    for (std::int64_t digit = 1; digit < kDigits; ++digit)
      if (row[digit] > row[best]) best = digit;
    if (best == digits.labels.data_ptr<std::int64_t>()[i]) ++right;
  }
  return static_cast<double>(right) / static_cast<double>(scores.size(0));
}

void train(const Network& network, const Digits& digits, int epochs, double rate) {
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    const Tensor loss = torch::cross_entropy_loss(network.scores(digits.images), digits.labels);
    loss.backward();
    const torch::NoGradGuard quiet;
    for (const Tensor& parameter : network.parameters()) {
      parameter.sub_(parameter.grad(), rate);
      parameter.grad().zero_();
    }
    if (epoch % 10 == 0) std::printf("epoch %3d  loss %.4f\n", epoch, loss.item<float>());
  }
}

}  // namespace

int main() {
  Noise noise(1);
  const Network network(noise);
  const Digits training = draw(300, 2);
  const Digits unseen = draw(200, 3);
  std::printf("read right before: %.3f\n", accuracy(network, unseen));
  train(network, training, 60, 0.5);
  const double after = accuracy(network, unseen);
  std::printf("read right after:  %.3f\n", after);
  return after > 0.95 ? 0 : 1;
}
