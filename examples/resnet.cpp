// A small residual network classifies images inside InferenceMode. It has convolutions, normalisation with stored
// statistics, shortcuts and pooling. The file needs the libtorch API only. It is compiled against our headers and, if
// libtorch is installed, against libtorch. Both programs print the same numbers.
#include <torch/torch.h>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <vector>

namespace {

using torch::Tensor;

// Returns a tensor of pseudo-random numbers between -scale and scale, which are the same in every library.
Tensor filled(torch::IntArrayRef sizes, std::uint64_t seed, double scale) {
  Tensor out = torch::empty(sizes);
  std::uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
  for (std::int64_t i = 0; i < out.numel(); ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    out.data_ptr<float>()[i] =
        static_cast<float>(scale * (static_cast<double>(state >> 40) / static_cast<double>(1u << 23) - 1));
  }
  return out;
}

// Batch normalisation with the stored statistics that training would have left: a scale and a shift for each channel.
class Normalization {
 public:
  Normalization(std::int64_t channels, std::uint64_t seed)
      : scale_(filled({1, channels, 1, 1}, seed, 0.2).add(torch::ones({1}))),
        shift_(filled({1, channels, 1, 1}, seed + 1, 0.1)) {}
  Tensor operator()(const Tensor& images) const { return images.mul(scale_).add(shift_); }

 private:
  Tensor scale_;
  Tensor shift_;
};

class Convolution {
 public:
  Convolution(std::int64_t in, std::int64_t out, std::int64_t kernel, std::int64_t stride, std::uint64_t seed)
      : weight_(filled({out, in, kernel, kernel}, seed, 1.5 / static_cast<double>(in * kernel))),
        stride_(stride),
        padding_(kernel / 2) {}
  Tensor operator()(const Tensor& images) const {
    return torch::conv2d(images, weight_, {}, stride_, torch::IntArrayRef(padding_));
  }

 private:
  Tensor weight_;
  std::int64_t stride_;
  std::int64_t padding_;
};

// A residual block: two convolutions beside a shortcut. The shortcut has a convolution of its own if the block changes
// the number of channels or the image size.
class Block {
 public:
  Block(std::int64_t in, std::int64_t out, std::int64_t stride, std::uint64_t seed)
      : first_(in, out, 3, stride, seed),
        first_norm_(out, seed + 10),
        second_(out, out, 3, 1, seed + 20),
        second_norm_(out, seed + 30) {
    if (in != out || stride != 1) shortcut_.emplace(in, out, 1, stride, seed + 40);
  }
  Tensor operator()(const Tensor& images) const {
    const Tensor kept = shortcut_ ? (*shortcut_)(images) : images;
    Tensor out = first_norm_(first_(images)).relu_();
    out = second_norm_(second_(out));
    return out.add_(kept).relu_();
  }

 private:
  Convolution first_;
  Normalization first_norm_;
  Convolution second_;
  Normalization second_norm_;
  std::optional<Convolution> shortcut_;
};

class Network {
 public:
  Network()
      : stem_(3, 16, 7, 2, 100),
        stem_norm_(16, 110),
        classes_(filled({10, 64}, 900, 0.2)),
        bias_(filled({10}, 901, 0.1)) {
    std::uint64_t seed = 200;
    std::int64_t in = 16;
    for (const std::int64_t out : {16, 32, 64})
      for (const int place : {0, 1}) {
        blocks_.emplace_back(in, out, place == 0 && out != 16 ? 2 : 1, seed);
        in = out;
        seed += 50;
      }
  }

  // Maps images of sizes [batch, 3, height, width] to class scores of sizes [batch, 10].
  Tensor operator()(const Tensor& images) const {
    Tensor out = stem_norm_(stem_(images)).relu_();
    out = torch::max_pool2d(out, 3, 2, 1);
    for (const Block& block : blocks_) out = block(out);
    return torch::linear(torch::adaptive_avg_pool2d(out, {1, 1}).view({out.size(0), -1}), classes_, bias_);
  }

 private:
  Convolution stem_;
  Normalization stem_norm_;
  std::vector<Block> blocks_;
  Tensor classes_;
  Tensor bias_;
};

}  // namespace

int main() {
  const Network network;
  const Tensor images = filled({4, 3, 64, 64}, 1, 1.0);
  const c10::InferenceMode mode;
  const Tensor shares = network(images).softmax(1);
  for (std::int64_t i = 0; i < shares.size(0); ++i) {
    std::printf("image %lld:", static_cast<long long>(i));
    for (std::int64_t c = 0; c < shares.size(1); ++c) std::printf(" %.5f", shares.data_ptr<float>()[i * 10 + c]);
    std::printf("\n");
  }
  // The result is an inference tensor, which code outside InferenceMode cannot write, and the mode recorded nothing.
  return shares.is_inference() && !shares.requires_grad() ? 0 : 1;
}
