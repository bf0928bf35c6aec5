// This file draws random products of matrices and vectors, and calls that rearrange elements.
#include <algorithm>

#include "tests/backends/sampler.h"

namespace modecheck::tests {

std::string Sampler::product(const std::string& operation) {
  const std::string type = dtype();
  const std::int64_t m = between(0, 3);
  const std::int64_t k = between(1, 3);
  const std::int64_t n = between(0, 3);
  const std::string left = tensor(chance(95) ? Sizes{m, k} : shape(), type);
  const std::string right = tensor(chance(95) ? Sizes{k, n} : shape(), type);
  if (operation == "mm") return line(operation, {left, right});
  if (operation == "mm.out") return line(operation, {left, right, tensor(chance(60) ? Sizes{m, n} : shape(), type)});
  const Sizes added = operation == "addmm_" ? Sizes{m, n} : broadcasting_with({m, n});
  return line(operation, {tensor(added, type), left, right, one_of<const char*>({"si1", "si2", "si0", "sd2.0"}),
                          one_of<const char*>({"si1", "si-2"})});
}

std::string Sampler::rearranging(const std::string& operation) {
  const Sizes sizes = shape();
  const std::string type = dtype();
  // An argument that triu_ or tril_ writes is not expanded, because the result would depend on the layout of its
  // matrices.
  const std::string self = operation.back() == '_' ? fresh(sizes, type) : tensor(sizes, type);
  if (operation != "flip") return line(operation, {self, "i" + std::to_string(between(-3, 3))});
  Sizes dims;
  for (std::size_t d = 0; d < sizes.size(); ++d)
    if (chance(50)) dims.push_back(chance(95) ? static_cast<std::int64_t>(d) : dimension(sizes));
  return line(operation, {self, "l" + joined(dims)});
}

// Draws a product of two vectors, of a matrix and a vector, or of batches of matrices.
std::string Sampler::small_product(const std::string& operation) {
  const std::string type = dtype();
  std::int64_t m = between(0, 3);
  const std::int64_t k = between(1, 3);
  const std::int64_t n = between(0, 3);
  // Give addmv a matrix with at least one row. For a matrix without rows, libtorch does not expand the tensor that is
  // added.
  if (operation == "addmv") m = std::max<std::int64_t>(m, 1);
  const std::int64_t batch = between(0, 3);
  const bool of_vectors = operation.rfind("dot", 0) == 0;
  const bool of_batches = operation.find("bmm") != std::string::npos;
  const Sizes left = of_vectors ? Sizes{k} : of_batches ? Sizes{batch, m, k} : Sizes{m, k};
  const Sizes right = of_batches ? Sizes{batch, k, n} : Sizes{k};
  Sizes result = of_vectors ? Sizes{} : of_batches ? Sizes{batch, m, n} : Sizes{m};
  if (operation == "addbmm") result = {m, n};
  std::vector<std::string> arguments;
  const bool adds = operation.find("add") != std::string::npos;
  if (adds)
    arguments.push_back(operation.back() == '_' ? fresh(result, type) : tensor(broadcasting_with(result), type));
  arguments.push_back(tensor(chance(95) ? left : shape(), type));
  arguments.push_back(tensor(chance(95) ? right : shape(), type));
  if (adds) {
    // With beta 0, libtorch's baddbmm multiplies beta with uninitialised memory, so beta 2 is used instead.
    const std::string beta = one_of<const char*>({"si1", "si2", "si0"});
    arguments.push_back(beta == "si0" && operation.rfind("baddbmm", 0) == 0 ? "si2" : beta);
    arguments.emplace_back(one_of<const char*>({"si1", "si-2"}));
  }
  if (is_out(operation)) arguments.push_back(fresh(chance(60) ? result : Sizes{batch, 2}, type));
  return line(operation, arguments);
}

}  // namespace modecheck::tests
