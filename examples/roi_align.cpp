// A custom autograd Function around a kernel of one's own, as PyTorch's notes on InferenceMode write it for ROIAlign.
// Forward saves its arguments for backward and calls the kernel below Autograd and ADInplaceOrView. So operators inside
// the kernel are not recorded or tracked a second time. The file needs the libtorch API only. It is compiled against
// our headers and, if libtorch is installed, against libtorch. The program prints its results and exits with 1 if they
// are not what the notes promise.
#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

// The rectangle of the feature map that one cell of one region pools.
struct Cell {
  std::int64_t top;
  std::int64_t bottom;
  std::int64_t left;
  std::int64_t right;
  float share() const { return 1.0f / static_cast<float>((bottom - top) * (right - left)); }
};

// Returns the part of the feature map that one cell of a region covers. The region is [left, top, right, bottom] in the
// image, which is `1 / scale` times as large as the feature map.
Cell cell_of(const float* region, double scale, std::int64_t pooled, std::int64_t row, std::int64_t column,
             std::int64_t height, std::int64_t width) {
  const auto edge = [&](float low, float high, std::int64_t index, std::int64_t size) {
    const double position = scale * (low + (high - low) * static_cast<double>(index) / static_cast<double>(pooled));
    return std::clamp<std::int64_t>(std::llround(position), 0, size);
  };
  Cell out{edge(region[1], region[3], row, height), edge(region[1], region[3], row + 1, height),
           edge(region[0], region[2], column, width), edge(region[0], region[2], column + 1, width)};
  out.bottom = std::max(out.bottom, out.top + 1);
  out.right = std::max(out.right, out.left + 1);
  return out;
}

// Calls `visit(index in the result, index in the feature map, share)` for every pair of elements where the result's
// element depends on the feature map's.
template <typename Visit>
void each_contribution(const at::Tensor& regions, double scale, std::int64_t pooled, std::int64_t height,
                       std::int64_t width, Visit visit) {
  const float* const region = regions.data_ptr<float>();
  for (std::int64_t i = 0; i < regions.size(0); ++i)
    for (std::int64_t row = 0; row < pooled; ++row)
      for (std::int64_t column = 0; column < pooled; ++column) {
        const Cell cell = cell_of(region + 4 * i, scale, pooled, row, column, height, width);
        for (std::int64_t y = cell.top; y < cell.bottom; ++y)
          for (std::int64_t x = cell.left; x < cell.right; ++x)
            visit((i * pooled + row) * pooled + column, y * width + x, cell.share());
      }
}

// The kernel: average-pools each region of a feature map into pooled x pooled cells. It does nothing for autograd.
at::Tensor roi_align(const at::Tensor& features, const at::Tensor& regions, double scale, std::int64_t pooled) {
  const at::Tensor dense = features.contiguous();
  const at::Tensor out = at::zeros({regions.size(0), pooled, pooled});
  const float* const from = dense.data_ptr<float>();
  float* const to = out.data_ptr<float>();
  each_contribution(regions, scale, pooled, features.size(0), features.size(1),
                    [&](std::int64_t result, std::int64_t place, float share) { to[result] += share * from[place]; });
  return out;
}

at::Tensor roi_align_backward(const at::Tensor& gradient, const at::Tensor& regions, double scale, std::int64_t pooled,
                              const std::vector<std::int64_t>& sizes) {
  const at::Tensor dense = gradient.contiguous();
  const at::Tensor out = at::zeros(sizes);
  const float* const from = dense.data_ptr<float>();
  float* const to = out.data_ptr<float>();
  each_contribution(regions, scale, pooled, sizes[0], sizes[1],
                    [&](std::int64_t result, std::int64_t place, float share) { to[place] += share * from[result]; });
  return out;
}

class RoiAlignFunction : public torch::autograd::Function<RoiAlignFunction> {
 public:
  static variable_list forward(AutogradContext* ctx, const Variable& features, const Variable& regions,
                               double spatial_scale, std::int64_t pooled_size) {
    ctx->saved_data["spatial_scale"] = spatial_scale;
    ctx->saved_data["pooled_size"] = pooled_size;
    ctx->saved_data["input_shape"] = features.sizes();
    ctx->save_for_backward({regions});
    at::AutoDispatchBelowADInplaceOrView guard;
    return {roi_align(features, regions, spatial_scale, pooled_size)};
  }

  static variable_list backward(AutogradContext* ctx, const variable_list& gradients) {
    const variable_list saved = ctx->get_saved_variables();
    at::Tensor of_features =
        roi_align_backward(gradients[0], saved[0], ctx->saved_data["spatial_scale"].toDouble(),
                           ctx->saved_data["pooled_size"].toInt(), ctx->saved_data["input_shape"].toIntVector());
    // Backward returns one gradient for each argument of forward, undefined for the regions and the numbers.
    return {of_features, Variable(), Variable(), Variable()};
  }
};

bool failed = false;

void expect(bool holds, const char* what) {
  std::printf("%s  %s\n", holds ? "ok    " : "FAILED", what);
  failed |= !holds;
}

// Returns two regions: the first covers the left half of the feature map, the second all of it.
at::Tensor two_regions() {
  at::Tensor out = at::zeros({2, 4});
  const float corners[8] = {0, 0, 4, 8, 0, 0, 8, 8};
  std::copy(corners, corners + 8, out.data_ptr<float>());
  return out;
}

}  // namespace

int main() {
  const double scale = 0.5;  // the image is 8 x 8 pixels, the feature map 4 x 4
  at::Tensor features = torch::ones({4, 4}, torch::requires_grad());
  const at::Tensor regions = two_regions();

  at::Tensor pooled = RoiAlignFunction::apply(features, regions, scale, std::int64_t{2})[0];
  expect(pooled.requires_grad() && pooled.grad_fn() != nullptr, "in training, the call is recorded");
  expect(!pooled.is_inference() && pooled._version() == 0, "its result is a normal tensor, never written before");
  pooled.sum().backward();
  const float* const gradient = features.grad().data_ptr<float>();
  // Each region has 2 x 2 cells. A cell of the left half averages 2 x 1 elements, and a cell of the whole map 2 x 2.
  expect(gradient[0] == 0.75f && gradient[3] == 0.25f, "backward distributes over the cells");

  at::Tensor inside;
  {
    c10::InferenceMode mode;
    inside = RoiAlignFunction::apply(features, regions, scale, std::int64_t{2})[0];
    expect(inside.is_inference() && !inside.requires_grad(), "in InferenceMode, nothing is recorded");
    const bool same = std::equal(inside.data_ptr<float>(), inside.data_ptr<float>() + inside.numel(),
                                 pooled.detach().data_ptr<float>());
    expect(same, "and the values are the same");
    inside = two_regions();
  }
  bool rejected = false;
  try {
    RoiAlignFunction::apply(features, inside, scale, std::int64_t{2});
  } catch (const std::exception&) {
    rejected = true;
  }
  expect(rejected, "an inference tensor is not saved for a recorded call");
  return failed ? 1 : 0;
}
