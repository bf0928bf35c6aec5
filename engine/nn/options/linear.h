// Declares the options of torch::nn::Linear, Flatten, Unflatten and Bilinear.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/options/argument.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

struct LinearOptions {
  LinearOptions(std::int64_t in_features, std::int64_t out_features)
      : in_features_(in_features), out_features_(out_features) {}
  TORCH_ARG(std::int64_t, in_features);
  TORCH_ARG(std::int64_t, out_features);
  TORCH_ARG(bool, bias) = true;
};

struct FlattenOptions {
  TORCH_ARG(std::int64_t, start_dim) = 1;
  TORCH_ARG(std::int64_t, end_dim) = -1;
};

// A dimension that has a name can be described, but named dimensions are not built: Unflatten raises for them.
struct UnflattenOptions {
  using namedshape_t = std::vector<std::pair<std::string, std::int64_t>>;
  UnflattenOptions(std::int64_t dim, std::vector<std::int64_t> sizes) : dim_(dim), sizes_(std::move(sizes)) {}
  UnflattenOptions(std::string dimname, namedshape_t namedshape)
      : dimname_(std::move(dimname)), namedshape_(std::move(namedshape)) {}
  UnflattenOptions(const char* dimname, namedshape_t namedshape)
      : UnflattenOptions(std::string(dimname), std::move(namedshape)) {}
  TORCH_ARG(std::int64_t, dim) = 0;
  TORCH_ARG(std::string, dimname);
  TORCH_ARG(std::vector<std::int64_t>, sizes);
  TORCH_ARG(namedshape_t, namedshape);
};

struct BilinearOptions {
  BilinearOptions(std::int64_t in1_features, std::int64_t in2_features, std::int64_t out_features)
      : in1_features_(in1_features), in2_features_(in2_features), out_features_(out_features) {}
  TORCH_ARG(std::int64_t, in1_features);
  TORCH_ARG(std::int64_t, in2_features);
  TORCH_ARG(std::int64_t, out_features);
  TORCH_ARG(bool, bias) = true;
};

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
