// This file draws random calls of normalisations, Fourier transforms and distances.
#include <algorithm>

#include "tests/backends/sampler.h"

namespace modecheck::tests {

// Draws a normalisation of groups of elements, with or without weight and bias.
std::string Sampler::normalization(const std::string& operation) {
  const std::string type =
      chance(92) ? one_of<const char*>({"float", "float", "double", "double", "bfloat16"}) : dtype();
  const auto parameter = [&](const Sizes& sizes) {
    return chance(50) ? std::string("n") : fresh(chance(95) ? sizes : shape(), chance(95) ? type : dtype());
  };
  Sizes sizes;
  for (std::int64_t i = between(1, 4); i > 0; --i) sizes.push_back(between(1, 3));
  if (operation == "native_layer_norm") {
    const Sizes last(sizes.end() - between(1, static_cast<std::int64_t>(sizes.size())), sizes.end());
    const std::string self = tensor(sizes, type);
    const Sizes asked = chance(95) ? last : shape();
    const std::string weight = parameter(last);
    return line(operation, {self, "l" + joined(asked), weight, parameter(last), one_of<const char*>({"f1", "f0.5"})});
  }
  sizes.insert(sizes.begin(), between(0, 2));
  sizes[1] *= 2;
  const std::string self = fresh(sizes, type);
  if (chance(5)) tensors_.back().strides[0] += 1;
  storages_.back().elements += 2;
  std::int64_t pixels = 1;
  for (std::size_t d = 2; d < sizes.size(); ++d) pixels *= sizes[d];
  if (chance(5)) ++pixels;
  const auto i = [](std::int64_t value) { return "i" + std::to_string(value); };
  const std::string weight = parameter({sizes[1]});
  return line(operation, {self, weight, parameter({sizes[1]}), i(sizes[0]), i(sizes[1]), i(pixels),
                          i(one_of<std::int64_t>({1, 2, 2, 2, 0, 3})), one_of<const char*>({"f1", "f0.5"})});
}

// Draws a Fourier transform along dimensions that exist, counted from the front, because libtorch checks no dimension.
std::string Sampler::transform(const std::string& operation) {
  const bool back = operation == "_fft_c2r";
  const std::string type = chance(8) ? dtype()
                           : back    ? one_of<const char*>({"complex64", "complex128"})
                                     : one_of<const char*>({"float", "double"});
  Sizes sizes;
  for (std::int64_t i = between(1, 3); i > 0; --i) sizes.push_back(between(1, 4));
  Sizes dims{between(0, static_cast<std::int64_t>(sizes.size()) - 1)};
  if (sizes.size() > 1 && chance(40))
    dims.insert(dims.begin(), (dims[0] + (chance(95) ? 1 : 0)) % static_cast<std::int64_t>(sizes.size()));
  const std::string self = tensor(sizes, type);
  const std::string how = "i" + std::to_string(chance(95) ? between(0, 2) : 3);
  if (!back) return line(operation, {self, "l" + joined(dims), how, chance(50) ? "b1" : "b0"});
  const std::int64_t half = sizes[static_cast<std::size_t>(dims.back())];
  return line(operation, {self, "l" + joined(dims), how,
                          "i" + std::to_string(std::max<std::int64_t>(1, 2 * half - 2 + between(0, 1)))});
}

// Draws distances between the rows of one matrix, or of batches of matrices that broadcast.
std::string Sampler::distances(const std::string& operation) {
  const std::string type = chance(92) ? one_of<const char*>({"float", "double"}) : dtype();
  const std::string p = one_of<const char*>({"f0", "f1", "f1.5", "f2", "f2", "f3", "finf"});
  const std::int64_t columns = between(1, 3);
  if (operation == "_pdist_forward") {
    const Sizes sizes = chance(95) ? Sizes{between(2, 4), columns} : Sizes{between(2, 4)};
    return line(operation, {chance(90) ? fresh(sizes, type) : tensor(sizes, type), p});
  }
  Sizes first{between(0, 3), columns};
  Sizes second{between(0, 3), chance(95) ? columns : columns + 1};
  for (Sizes* sizes : {&first, &second})
    if (chance(40)) sizes->insert(sizes->begin(), chance(70) ? 2 : between(0, 3));
  if (chance(5)) first = shape();
  const std::string x1 = tensor(first, type);
  // Draw a second dtype only if the result of _cdist_forward has elements. For an empty result, libtorch does not check
  // whether the dtypes agree.
  const bool any = std::find(first.begin(), first.end(), 0) == first.end() &&
                   std::find(second.begin(), second.end(), 0) == second.end();
  const std::string mode = one_of<const char*>({"n", "i0", "i2", "i3"});
  return line(operation, {x1, tensor(second, any && chance(5) ? dtype() : type), p, mode});
}

}  // namespace modecheck::tests
