// This file draws random calls of view operators.
#include "tests/backends/sampler.h"

namespace modecheck::tests {

std::string Sampler::view(const std::string& operation) {
  const Sizes sizes = shape();
  const std::string self = tensor(sizes, dtype());
  const auto i = [&](std::int64_t value) { return "i" + std::to_string(value); };
  if (operation == "view") {
    std::int64_t elements = 1;
    for (const std::int64_t size : sizes) elements *= size;
    Sizes target = sizes;
    if (chance(30)) target = {elements};
    if (chance(15)) target = shape();
    if (target.size() > 1 && chance(40)) {
      target[1] *= target[0];
      target.erase(target.begin());
    }
    if (!target.empty() && chance(30))
      target[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(target.size()) - 1))] = -1;
    if (chance(40)) target.insert(target.begin() + between(0, static_cast<std::int64_t>(target.size())), 1);
    return line(operation, {self, "l" + joined(target)});
  }
  if (operation == "transpose.int" || operation == "transpose_")
    return line(operation, {self, i(dimension(sizes)), i(dimension(sizes))});
  if (operation == "permute") {
    Sizes dims;
    for (std::size_t d = 0; d < sizes.size(); ++d)
      dims.insert(dims.begin() + between(0, static_cast<std::int64_t>(d)),
                  chance(97) ? static_cast<std::int64_t>(d) : dimension(sizes));
    return line(operation, {self, "l" + joined(dims)});
  }
  if (operation == "select.int") return line(operation, {self, i(dimension(sizes)), i(between(-3, 3))});
  if (operation == "slice.Tensor")
    return line(operation, {self, i(dimension(sizes)), chance(30) ? "n" : i(between(-4, 4)),
                            chance(30) ? "n" : i(between(-4, 4)), i(one_of<std::int64_t>({1, 1, 2, 3, 0}))});
  if (operation == "expand") {
    Sizes target;
    for (const std::int64_t size : sizes) target.push_back(chance(30) ? -1 : size == 1 ? between(0, 3) : size);
    if (chance(50)) target.insert(target.begin(), between(0, 3));
    if (chance(5)) target = shape();
    return line(operation, {self, "l" + joined(target)});
  }
  if (operation == "squeeze.dim" || operation == "squeeze_.dim" || operation == "unbind.int")
    return line(operation, {self, i(dimension(sizes))});
  if (operation == "unsqueeze" || operation == "unsqueeze_") {
    const auto rank = static_cast<std::int64_t>(sizes.size());
    return line(operation, {self, i(between(-rank - 2, rank + 1))});
  }
  if (operation == "diagonal")
    return line(operation, {self, i(between(-3, 3)), i(dimension(sizes)), i(dimension(sizes))});
  if (operation == "as_strided" || operation == "as_strided_") {
    const Sizes target = shape(between(0, 3));
    Sizes strides;
    for (std::size_t d = 0; d < target.size(); ++d) strides.push_back(one_of<std::int64_t>({0, 1, 1, 2, 3}));
    return line(operation, {self, "l" + joined(target), "l" + joined(strides), chance(30) ? "n" : i(between(0, 3))});
  }
  if (operation == "split_with_sizes") {
    const std::int64_t along = dimension(sizes);
    const auto rank = static_cast<std::int64_t>(sizes.size());
    const bool exists = along >= -rank && along < rank;
    std::int64_t left = exists ? sizes[static_cast<std::size_t>(along < 0 ? along + rank : along)] : 1;
    Sizes parts;
    while (left > 0) {
      parts.push_back(between(0, left));
      left -= parts.back();
    }
    if (chance(10)) parts.push_back(between(-1, 1));
    return line(operation, {self, "l" + joined(parts), i(along)});
  }
  if (operation == "split.Tensor") return line(operation, {self, i(between(-1, 3)), i(dimension(sizes))});
  if (operation == "view.dtype") return line(operation, {self, "y" + dtype()});
  return line(operation, {self});
}

}  // namespace modecheck::tests
