// This file draws random calls of operators on images: padding, pooling and convolution.
#include <algorithm>

#include "tests/backends/sampler.h"

namespace modecheck::tests {

namespace {

// Returns how many spatial dimensions the operator's images have: 1, 2 or 3.
std::size_t spatial_of(const std::string& operation) {
  return operation.find("1d") != std::string::npos ? 1 : operation.find("2d") != std::string::npos ? 2 : 3;
}

}  // namespace

// Draws a padding or pooling call of an image, with or without a batch dimension.
std::string Sampler::image(const std::string& operation) {
  const std::size_t spatial = spatial_of(operation);
  Sizes sizes;
  for (std::size_t i = between(1, 2) + static_cast<std::int64_t>(spatial); i > 0; --i) sizes.push_back(between(1, 3));
  if (chance(5)) sizes = shape();
  const bool pools = operation.find("pool") != std::string::npos;
  std::string type = chance(10) ? dtype()
                     : pools    ? one_of<const char*>({"float", "double", "bfloat16", "int64"})
                                : one_of<const char*>({"float", "double", "complex64", "complex128"});
  // With dtype half, libtorch sums in half precision in _adaptive_avg_pool3d, so this dtype is not compared.
  if (operation == "_adaptive_avg_pool3d" && type == "half") type = "float";
  const std::string self = tensor(sizes, type);
  if (pools && operation.find("adaptive") == std::string::npos) return window(operation, spatial, self, sizes);
  Sizes numbers;
  for (std::size_t i = 0; i < 2 * spatial; ++i) numbers.push_back(between(-1, chance(90) ? 1 : 3));
  // If the padding would leave no element, use zero padding. The engine rejects such padding, and libtorch accepts it:
  // known/padding-to-nothing/e3-reflection_pad2d-missing_Shape.
  for (std::size_t i = 0; !pools && i < spatial && i < sizes.size(); ++i) {
    const std::int64_t left = sizes[sizes.size() - 1 - i] + numbers[2 * i] + numbers[2 * i + 1];
    if (left < 1) numbers[2 * i] = numbers[2 * i + 1] = 0;
  }
  // If the result of a pool is empty, libtorch checks neither dtypes nor sizes, so every result has at least one
  // element.
  if (pools) {
    numbers.assign(spatial, 1);
    for (std::int64_t& number : numbers) number = between(1, 4);
    if (chance(5)) numbers[0] = -1;
  }
  return line(operation, {self, "l" + joined(numbers)});
}

// Draws a pooling call whose window fits the image in most cases.
std::string Sampler::window(const std::string& operation, std::size_t spatial, const std::string& self,
                            const Sizes& image) {
  const std::size_t length = chance(20) ? 1 : spatial;
  const bool has_channels = image.size() > spatial;
  Sizes kernel;
  Sizes stride;
  Sizes padding;
  Sizes dilation;
  for (std::size_t i = 0; i < length; ++i) {
    const std::int64_t size = has_channels ? image[image.size() - spatial + i] : 2;
    kernel.push_back(chance(97) ? between(1, std::max<std::int64_t>(size, 1)) : between(0, 4));
    stride.push_back(chance(97) ? between(1, 2) : 0);
    padding.push_back(chance(95) ? between(0, kernel.back() / 2) : between(-1, 2));
    // Draw no dilation together with padding: a window may then lie outside the image, and libtorch returns an index
    // outside the image.
    dilation.push_back(chance(97) ? (padding.back() == 0 ? between(1, 2) : 1) : 0);
  }
  if (chance(30)) stride.clear();
  if (chance(3)) padding.push_back(0);
  const std::string ceils = chance(padding.back() == 0 ? 0 : 40) ? "b1" : "b0";
  std::vector<std::string> arguments{self, "l" + joined(kernel), "l" + joined(stride), "l" + joined(padding)};
  if (operation.rfind("max", 0) == 0) arguments.push_back("l" + joined(dilation));
  arguments.push_back(ceils);
  if (operation.rfind("avg", 0) == 0) arguments.push_back(chance(50) ? "b1" : "b0");
  if (operation.rfind("avg", 0) == 0 && spatial > 1)
    arguments.push_back(chance(70) ? "n" : "i" + std::to_string(between(-1, 3)));
  return line(operation, arguments);
}

// Draws a convolution. All operands have one dtype and have elements. With other operands, the backend library decides
// which calls libtorch rejects.
std::string Sampler::convolution() {
  const std::size_t spatial = chance(50) ? 1 : 2;
  const std::string type = chance(50) ? "float" : "double";
  const bool transposed = chance(40);
  const std::int64_t groups = chance(75) ? 1 : 2;
  const std::int64_t channels_in = groups * between(1, 2);
  const std::int64_t channels_out = groups * between(1, 2);
  Sizes image{between(1, 2), channels_in + (chance(4) ? 1 : 0)};
  Sizes kernels{transposed ? channels_in : channels_out, (transposed ? channels_out : channels_in) / groups};
  for (std::size_t i = 0; i < spatial; ++i) {
    image.push_back(between(1, 4));
    kernels.push_back(between(1, chance(95) ? image.back() : 4));
  }
  const std::string input = fresh(image, type);
  const std::string weight = fresh(kernels, type);
  const std::string bias = chance(50) ? "n" : fresh({channels_out + (chance(4) ? 1 : 0)}, type);
  const auto list = [&](std::int64_t least, std::int64_t greatest) {
    Sizes out;
    for (std::size_t i = chance(30) ? 1 : spatial; i > 0; --i) out.push_back(between(least, greatest));
    if (chance(2)) out.push_back(greatest);
    return "l" + joined(out);
  };
  const std::string stride = list(chance(97) ? 1 : 0, 2);
  const std::string padding = list(chance(97) ? 0 : -1, 1);
  const std::string dilation = list(chance(97) ? 1 : 0, 2);
  return line("convolution",
              {input, weight, bias, stride, padding, dilation, transposed ? "b1" : "b0",
               list(chance(97) ? 0 : -1, transposed && chance(30) ? 1 : 0), "i" + std::to_string(groups)});
}

std::string Sampler::columns() {
  Sizes image, kernel, dilation, padding, stride;
  std::int64_t places = 1;
  std::int64_t elements = 1;
  for (int i = 0; i < 2; ++i) {
    image.push_back(between(2, 4));
    kernel.push_back(between(1, 2));
    dilation.push_back(chance(97) ? 1 : 0);
    padding.push_back(between(0, 1));
    stride.push_back(chance(97) ? between(1, 2) : 0);
    places *= (image.back() + 2 * padding.back() - kernel.back()) / std::max<std::int64_t>(stride.back(), 1) + 1;
    elements *= kernel.back();
  }
  Sizes sizes{elements * between(1, 2), places};
  if (chance(60)) sizes.insert(sizes.begin(), between(0, 2));
  if (chance(5)) sizes = shape();
  if (chance(3)) kernel.pop_back();
  const std::string type =
      chance(10) ? dtype() : one_of<const char*>({"float", "double", "half", "bfloat16", "complex64", "complex128"});
  return line("col2im", {tensor(sizes, type), "l" + joined(image), "l" + joined(kernel), "l" + joined(dilation),
                         "l" + joined(padding), "l" + joined(stride)});
}

std::string Sampler::upsampled(const std::string& operation) {
  Sizes sizes;
  for (int i = 0; i < 4; ++i) sizes.push_back(between(1, 3));
  if (chance(5)) sizes = shape();
  const bool mixes = operation == "upsample_bilinear2d.vec";
  const std::string type = chance(10) ? dtype() : one_of<const char*>({"float", "double", "bfloat16"});
  // For bilinear upsampling, draw neither bytes nor 16-bit numbers. Libraries interpolate bytes in different ways, and
  // round 16-bit numbers at different steps.
  const std::string self = tensor(sizes, mixes && (type == "uint8" || type == "bfloat16") ? "float" : type);
  const bool sized = chance(50);
  // libtorch ignores a scale factor that leaves the size unchanged or doubles it. In these cases, use exactly one or
  // two as the factor.
  const auto factor = [&](std::size_t d) {
    const char* const one = one_of<const char*>({"0.5", "0.75", "1", "1.25", "1.5", "1.75", "2", "2.25", "2.5"});
    const double scale = std::atof(one);
    const std::int64_t size = d < sizes.size() ? sizes[d] : 1;
    const auto scaled = static_cast<std::int64_t>(scale * static_cast<double>(size));
    return scaled == size ? "1" : scaled == 2 * size ? "2" : one;
  };
  Sizes places{between(1, 4), between(1, 4)};
  if (chance(3)) places[0] = between(-1, 0);
  if (chance(3)) places.pop_back();
  const std::string factors = std::string("v") + factor(2) + "," + factor(3);
  std::vector<std::string> arguments{self, sized || chance(2) ? "l" + joined(places) : "n"};
  if (mixes) arguments.push_back(chance(50) ? "b1" : "b0");
  arguments.push_back(sized ? "n" : factors);
  return line(operation, arguments);
}

// Draws a grid_sampler_2d call with bilinear or bicubic interpolation. Nearest interpolation is not drawn. The
// coordinates of the grid are multiples of a quarter, so many points lie halfway between two elements, which are then
// both nearest.
std::string Sampler::sampled_image() {
  Sizes sizes;
  for (int i = 0; i < 4; ++i) sizes.push_back(between(1, 3));
  if (chance(5)) sizes = shape();
  Sizes places{chance(95) && !sizes.empty() ? sizes[0] : 2, between(0, 2), between(1, 3), chance(97) ? 2 : 3};
  if (chance(3)) places.pop_back();
  const std::string type = chance(8) ? dtype() : one_of<const char*>({"float", "double"});
  const std::string self = tensor(sizes, type);
  const std::string grid = tensor(places, chance(97) ? type : dtype());
  return line("grid_sampler_2d", {self, grid, one_of<const char*>({"i0", "i2"}),
                                  one_of<const char*>({"i0", "i1", "i2"}), chance(50) ? "b1" : "b0"});
}

}  // namespace modecheck::tests
