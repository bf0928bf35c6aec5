// Declares torch::nn::Identity, Linear, Flatten, Unflatten and Bilinear.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/modules/declare_module.h"
#include "engine/nn/options/linear.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

MODECHECK_MODULE_WITHOUT_OPTIONS(Identity, const Tensor&);

// Computes input @ weight.t() + bias. `weight` is [out_features, in_features] and `bias` is [out_features].
class LinearImpl : public Cloneable<LinearImpl> {
 public:
  LinearImpl(std::int64_t in_features, std::int64_t out_features);
  explicit LinearImpl(const LinearOptions& options_);
  void reset() override;
  // Draws the parameters from uniform distributions whose width depends on in_features.
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  LinearOptions options;
  Tensor weight;
  Tensor bias;
};
TORCH_MODULE(Linear);

MODECHECK_MODULE(Flatten, const Tensor& input);

// Replaces one dimension by several. Raises Unsupported for a dimension that is given by its name.
class UnflattenImpl : public Cloneable<UnflattenImpl> {
 public:
  UnflattenImpl(std::int64_t dim, std::vector<std::int64_t> sizes);
  UnflattenImpl(std::string dimname, UnflattenOptions::namedshape_t namedshape);
  explicit UnflattenImpl(UnflattenOptions options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  UnflattenOptions options;
};
TORCH_MODULE(Unflatten);

// Computes a bilinear form of two inputs for each output. `weight` is [out_features, in1_features, in2_features].
class BilinearImpl : public Cloneable<BilinearImpl> {
 public:
  BilinearImpl(std::int64_t in1_features, std::int64_t in2_features, std::int64_t out_features);
  explicit BilinearImpl(const BilinearOptions& options_);
  void reset() override;
  void reset_parameters();
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input1, const Tensor& input2);
  BilinearOptions options;
  Tensor weight;
  Tensor bias;
};
TORCH_MODULE(Bilinear);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
