// This file draws random calls of operators that join tensors, look elements up, or write by index.
#include <algorithm>

#include "tests/backends/sampler.h"

namespace modecheck::tests {

std::string Sampler::joining(const std::string& operation) {
  const Sizes sizes = shape(one_of<std::int64_t>({1, 2, 2, 3, 4}));
  const std::string type = dtype();
  const std::int64_t along = dimension(sizes);
  const auto rank = static_cast<std::int64_t>(sizes.size());
  std::string list = "[";
  for (std::int64_t i = between(1, 3); i > 0; --i) {
    Sizes part = sizes;
    if (operation != "stack") part[static_cast<std::size_t>((along % rank + rank) % rank)] = between(0, 3);
    list += tensor(chance(95) ? part : Sizes{0}, like(type)) + (i > 1 ? "," : "]");
  }
  std::vector<std::string> arguments{list, "i" + std::to_string(along)};
  if (is_out(operation)) arguments.push_back(tensor(shape(rank), dtype()));
  return line(operation, arguments);
}

std::string Sampler::indexing(const std::string& operation) {
  const std::string type = dtype();
  if (operation.rfind("masked_fill", 0) == 0) {
    const Sizes sizes = shape();
    const bool by_tensor = operation.find("Tensor") != std::string::npos;
    const std::string self = tensor(sizes, type);
    const std::string mask = tensor(broadcasting_with(sizes), "bool");
    return line(operation, {self, mask, by_tensor ? tensor(chance(90) ? Sizes{} : shape(), like(type)) : number()});
  }
  if (operation.rfind("masked_scatter", 0) == 0) {
    // Give masked_scatter_ a row-major `self`. libtorch fills any other tensor in the order of memory:
    // known/masked-scatter-in-the-order-of-memory/values-masked_scatter_.
    const Sizes sizes = shape();
    const bool in_place = operation.back() == '_';
    const std::string self = in_place ? fresh(sizes, type) : tensor(sizes, type);
    const std::string mask = tensor(broadcasting_with(sizes), chance(90) ? "bool" : "uint8", false, 0, 1);
    // In most calls the source of masked_scatter has enough elements. It always has enough for the in-place form,
    // because libtorch raises the error only after it has written some elements.
    return line(operation, {self, mask, tensor({between(1, 2), in_place || chance(90) ? 200 : 3}, like(type))});
  }
  if (operation.rfind("index_select", 0) != 0 && operation != "gather") return index_writing(operation);
  const Sizes sizes = shape(between(1, 4));
  const std::int64_t along = dimension(sizes);
  const auto rank = static_cast<std::int64_t>(sizes.size());
  const auto d = static_cast<std::size_t>((along % rank + rank) % rank);
  const std::int64_t greatest = std::max<std::int64_t>(0, sizes[d] - (chance(93) ? 1 : 0));
  const std::int64_t count = between(0, 3);
  Sizes index{count};
  if (operation == "gather") {
    index = sizes;
    index[d] = count;
    if (chance(10)) index = shape();
  }
  std::vector<std::string> arguments{tensor(sizes, type), "i" + std::to_string(along),
                                     tensor(index, "int64", false, 0, greatest)};
  if (is_out(operation)) {
    Sizes result = sizes;
    result[d] = count;
    arguments.push_back(tensor(chance(60) ? result : shape(), type));
  }
  return line(operation, arguments);
}

// Draws a call that writes slices or elements by index, from a source tensor or from a scalar.
std::string Sampler::index_writing(const std::string& operation) {
  const bool scatters = operation.rfind("scatter", 0) == 0;
  const bool from_number = operation.find("fill") != std::string::npos || operation.find("value") != std::string::npos;
  const std::string type = dtype();
  Sizes sizes;
  for (std::int64_t i = between(1, 3); i > 0; --i) sizes.push_back(between(1, 3));
  const std::int64_t along = dimension(sizes);
  const auto rank = static_cast<std::int64_t>(sizes.size());
  const auto d = static_cast<std::size_t>((along % rank + rank) % rank);
  const std::int64_t count = between(0, 3);
  Sizes source = sizes;
  source[d] = count;
  const Sizes index = scatters ? source : Sizes{count};
  const bool in_place = operation.find("_.") != std::string::npos || operation.back() == '_';
  std::vector<std::string> arguments{in_place ? fresh(sizes, type) : tensor(sizes, type), "i" + std::to_string(along),
                                     tensor(index, "int64", false, 0, sizes[d] - (chance(95) ? 1 : 0))};
  arguments.push_back(from_number ? number() : tensor(source, chance(95) ? type : dtype()));
  if (operation.rfind("scatter_reduce", 0) == 0) {
    arguments.emplace_back(one_of<const char*>({"qsum", "qprod", "qmean", "qamax", "qamin"}));
    arguments.emplace_back(chance(50) ? "b1" : "b0");
    if (is_out(operation)) arguments.push_back(tensor(chance(60) ? sizes : shape(), type));
  }
  if (operation.rfind("index_add", 0) == 0) arguments.emplace_back(one_of<const char*>({"si1", "si2", "si-3"}));
  return line(operation, arguments);
}

// Draws a call that replaces a slice or a row along one dimension. The written tensor sometimes has another dtype.
std::string Sampler::part_writing(const std::string& operation) {
  const Sizes sizes = shape(between(1, 4));
  const std::int64_t along = dimension(sizes);
  const auto rank = static_cast<std::int64_t>(sizes.size());
  const auto d = static_cast<std::size_t>((along % rank + rank) % rank);
  const auto i = [](std::int64_t value) { return "i" + std::to_string(value); };
  const std::string type = dtype();
  const std::string self = tensor(sizes, type);
  Sizes part = sizes;
  if (operation == "select_scatter") {
    part.erase(part.begin() + static_cast<std::ptrdiff_t>(d));
    const std::int64_t index = chance(95) ? between(-sizes[d], std::max<std::int64_t>(sizes[d] - 1, 0)) : 4;
    return line(operation,
                {self, tensor(chance(95) ? part : shape(), chance(80) ? type : "float"), i(along), i(index)});
  }
  const std::int64_t step = chance(80) ? 1 : 2;
  const std::int64_t start = between(0, sizes[d]);
  const std::int64_t end = between(start, sizes[d]);
  part[d] = (end - start + step - 1) / step;
  return line(operation, {self, tensor(chance(95) ? part : shape(), chance(80) ? type : "float"), i(along), i(start),
                          i(end), i(step)});
}

// Draws an indexing call with index tensors and masks, some of them absent. If two indices name one element, it is
// unspecified which value is written, so all written values are equal.
std::string Sampler::indices(const std::string& operation) {
  const std::string type = dtype();
  Sizes sizes;
  for (std::int64_t i = between(1, 3); i > 0; --i) sizes.push_back(chance(4) ? 0 : between(1, 3));
  const bool puts = operation != "index.Tensor";
  const std::string self = operation == "index_put_" ? fresh(sizes, type) : tensor(sizes, type);
  const Sizes places = shape(between(0, 2));
  if (puts && chance(25)) {
    // If index_put writes a single value through a single mask, the value may have another dtype that can be converted.
    const std::string mask = tensor(Sizes(sizes.begin(), sizes.begin() + between(1, std::ssize(sizes))), "bool");
    const bool is_wide = type == "double" || type == "complex128";
    const std::string other = is_wide ? one_of<const char*>({"float", "int64", "uint8"})
                              : type == "float" || type == "complex64" ? one_of<const char*>({"int64", "uint8"})
                                                                       : "bool";
    return line(operation, {self, "{" + mask + "}", tensor({}, chance(70) ? other : type), chance(90) ? "b0" : "b1"});
  }
  std::string list;
  bool any = false;
  std::size_t d = 0;
  while (d < sizes.size() && (!any || chance(60))) {
    if (!list.empty()) list += ",";
    if (d + 1 < sizes.size() && chance(30)) {
      list += "n";
      ++d;
    } else if (!puts && chance(20)) {
      const std::size_t count = static_cast<std::size_t>(between(1, static_cast<std::int64_t>(sizes.size() - d)));
      const auto from = sizes.begin() + static_cast<std::ptrdiff_t>(d);
      list += tensor(Sizes(from, from + static_cast<std::ptrdiff_t>(count)), "bool");
      d += count;
      any = true;
    } else {
      const std::int64_t length = std::max<std::int64_t>(sizes[d], 1);
      list += tensor(broadcasting_with(places), chance(97) ? "int64" : dtype(), false, -length,
                     chance(96) ? length - 1 : length);
      ++d;
      any = true;
    }
  }
  if (!any) return call("index_select");
  if (!puts) return line(operation, {self, "{" + list + "}"});
  return line(operation, {self, "{" + list + "}", tensor({}, chance(95) ? type : dtype()), "b0"});
}

// Draws an embedding_bag call. The sampler draws every element independently and cannot draw ascending offsets. All
// offsets are therefore zero: the last bag has all rows, and the others are empty.
std::string Sampler::bags() {
  const std::string type = chance(92) ? one_of<const char*>({"float", "double"}) : "int64";
  const std::int64_t rows = between(1, 4);
  const std::int64_t count = between(0, 5);
  const std::string index = one_of<const char*>({"int64", "int32"});
  const std::string weight = tensor({rows, between(0, 3)}, type);
  std::string indices = fresh({count}, chance(95) ? index : dtype());
  storages_.back().least = 0;
  storages_.back().greatest = chance(95) ? rows - 1 : rows;
  const std::string offsets = fresh({between(1, 3)}, chance(90) ? index : "int64");
  storages_.back().least = storages_.back().greatest = 0;
  const std::int64_t mode = between(0, 2);
  std::string samples = "n";
  if (chance(mode == 0 ? 50 : 5)) samples = tensor({chance(95) ? count : count + 1}, chance(95) ? type : dtype());
  return line("_embedding_bag", {weight, indices, offsets, "b0", "i" + std::to_string(mode), "b0", samples,
                                 count == 0 && chance(50) ? "b1" : "b0", one_of<const char*>({"i-1", "i-1", "i0"})});
}

}  // namespace modecheck::tests
