// A custom autograd Function around a kernel of one's own, as PyTorch's notes on InferenceMode write it for ROIAlign.
// Forward saves its arguments for backward and calls the kernel of roi_align_kernel.h below Autograd and
// ADInplaceOrView. So operators inside the kernel are not recorded or tracked a second time. The file needs the
// libtorch API only. It is compiled against our headers and, if libtorch is installed, against libtorch. The program
// prints its results and exits with 1 if they are not what the notes promise.
#include <torch/torch.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "roi_align_kernel.h"

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

using roi::each_contribution;
using roi::roi_align;

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
