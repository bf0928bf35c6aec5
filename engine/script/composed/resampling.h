// Declares the functions that resize lines, images and volumes, for TorchScript programs that call PyTorch's upsampling
// operators.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::script {

enum class Filter : std::uint8_t { Nearest, NearestExact, Linear, Cubic };
// With antialiasing a filter is as wide as the elements that one output covers. Lanczos has no other form.
enum class WideFilter : std::uint8_t { Linear, Cubic, Lanczos };

// How one dimension is resized. `factor` is 0 if the caller gave sizes, and the ratio of the sizes counts then.
struct Resizing {
  std::int64_t size = 0;
  double factor = 0;
  bool align_corners = false;
};

// Resizes the last dimensions of the input, of which there are as many as resizings. The first two dimensions of the
// input are not resized. Raises for sizes that do not fit, and for more than 2^28 weights.
at::Tensor resampled(const at::Tensor& input, const std::vector<Resizing>& resizings, Filter filter);
at::Tensor resampled(const at::Tensor& input, const std::vector<Resizing>& resizings, WideFilter filter);

}  // namespace modecheck::engine::script
