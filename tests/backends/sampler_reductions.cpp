// This file draws random calls of reductions, cumulative operators, and selections along a dimension.
#include <algorithm>

#include "tests/backends/sampler.h"

namespace modecheck::tests {

std::string Sampler::reduction(const std::string& operation) {
  const Sizes sizes = shape();
  Sizes dims;
  for (std::size_t d = 0; d < sizes.size(); ++d)
    if (chance(40)) dims.push_back(chance(95) ? static_cast<std::int64_t>(d) : dimension(sizes));
  const bool keeps = chance(50);
  std::vector<std::string> arguments{tensor(sizes, dtype()), "l" + joined(dims), keeps ? "b1" : "b0"};
  if (operation.find("correction") != std::string::npos) {
    // If a complex variance has no degrees of freedom, its real part may be infinite and its imaginary part NaN, or the
    // other way round. The correction is therefore at most 1 for a complex tensor.
    const std::int64_t most = storages_[0].dtype[0] == 'c' ? 1 : 2;
    arguments.insert(arguments.begin() + 2, chance(30) ? "n" : "i" + std::to_string(between(-1, most)));
  } else if (is_out(operation)) {
    Sizes result;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      const bool goes = dims.empty() || std::find(dims.begin(), dims.end(), static_cast<std::int64_t>(d)) != dims.end();
      if (!goes) result.push_back(sizes[d]);
      if (goes && keeps) result.push_back(1);
    }
    if (operation == "sum.IntList_out" || operation == "mean.out") arguments.push_back("n");
    const Sizes flat{std::max<std::int64_t>(1, between(1, 4))};
    arguments.push_back(fresh(result.empty() ? flat : result, dtype()));
  } else if (operation != "amax" && operation != "amin" && operation != "logsumexp" && chance(40)) {
    arguments.push_back("y" + dtype());
  }
  return line(operation, arguments);
}

// Draws a call along one dimension, or over all dimensions if the schema lets the dimension be omitted.
std::string Sampler::along(const std::string& operation) {
  const spec::operators::Schema& schema =
      spec::operation(static_cast<spec::OperationId>(spec::find_operation(operation))).schema;
  using spec::operators::Type;
  const Sizes sizes = shape();
  std::string type = dtype();
  // Draw neither bool nor complex dtypes for argmax and argmin. libtorch rejects them only if the dimension has several
  // elements: known/argmin-of-bools/e3-argmin-missing_Dtype.
  while (operation.substr(0, 3) == "arg" && (type == "bool" || type.substr(0, 7) == "complex")) type = dtype();
  std::vector<std::string> arguments{tensor(sizes, type)};
  for (std::size_t i = 1; i < schema.argument_count; ++i) {
    const Type of = schema.arguments[i].type;
    if (of == Type::Int || (of == Type::OptionalInt && chance(70)))
      arguments.push_back("i" + std::to_string(dimension(sizes)));
    else if (of == Type::Bool)
      arguments.push_back(chance(50) ? "b1" : "b0");
    else if (of == Type::Tensor && operation == "prod.int_out")
      arguments.push_back(fresh(chance(60) ? sizes : shape(), dtype()));
    else if (of == Type::Tensor)
      arguments.push_back(chance(10) ? arguments[0] : tensor(chance(60) ? sizes : shape(), dtype()));
    else
      arguments.push_back(of == Type::OptionalScalarType && chance(30) ? "y" + dtype() : "n");
  }
  return line(operation, arguments);
}

// Draws a selection along one dimension, such as topk. It is unspecified which of equal elements topk, kthvalue and
// median return, so their elements are drawn from a wide range.
std::string Sampler::selection(const std::string& operation) {
  const Sizes sizes = shape();
  const std::int64_t along = dimension(sizes);
  const auto i = [](std::int64_t value) { return "i" + std::to_string(value); };
  const std::string keepdim = chance(50) ? "b1" : "b0";
  const bool cumulative = operation.rfind("cum", 0) == 0;
  const bool ties = operation == "max.dim" || operation == "min.dim" || operation == "sort.stable" || cumulative;
  if (ties) {
    const std::string self = tensor(sizes, dtype());
    if (operation == "sort.stable") return line(operation, {self, "b1", i(along), keepdim});
    // If a tensor is empty or has no dimensions, use dimension 0. libtorch's cumulative operators do not check the
    // dimension of such a tensor.
    const bool nothing = sizes.empty() || std::find(sizes.begin(), sizes.end(), 0) != sizes.end();
    if (cumulative) return line(operation, {self, i(nothing ? 0 : along)});
    return line(operation, {self, i(along), keepdim});
  }
  const auto rank = static_cast<std::int64_t>(sizes.size());
  const bool exists = along >= -rank && along < rank;
  const std::int64_t length = exists ? sizes[static_cast<std::size_t>(along < 0 ? along + rank : along)] : 1;
  const std::string k = i(chance(85) ? between(std::min<std::int64_t>(1, length), length) : between(-1, length + 1));
  const std::string self = fresh(sizes, one_of<const char*>({"float", "double", "int64", "int32", "bool", "half"}));
  storages_.back().least = -100000;
  storages_.back().greatest = 100000;
  if (operation == "median.dim" || operation == "sort") return line(operation, {self, i(along), keepdim});
  if (operation == "kthvalue") return line(operation, {self, k, i(along), keepdim});
  return line(operation, {self, k, i(along), keepdim, "b1"});
}

}  // namespace modecheck::tests
