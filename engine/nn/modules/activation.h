// Declares activations as modules.
#pragma once

#include <cstdint>
#include <ostream>

#include "engine/core/tensor/tensor.h"
#include "engine/nn/cloneable.h"
#include "engine/nn/module_holder.h"
#include "engine/nn/modules/declare_module.h"
#include "engine/nn/options/activation.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

using at::Tensor;

// Each activation calls the function of the same name in torch::nn::functional. With the option `inplace` it writes its
// input.
MODECHECK_MODULE(ELU, Tensor input);
MODECHECK_MODULE(SELU, Tensor input);
MODECHECK_MODULE(Hardtanh, Tensor input);
MODECHECK_MODULE(LeakyReLU, Tensor input);
MODECHECK_MODULE(ReLU, Tensor input);
MODECHECK_MODULE(ReLU6, Tensor input);
MODECHECK_MODULE(CELU, Tensor input);
MODECHECK_MODULE(Softplus, const Tensor& input);
MODECHECK_MODULE(GLU, const Tensor& input);
MODECHECK_MODULE(Hardshrink, const Tensor& input);
MODECHECK_MODULE(Softshrink, const Tensor& input);
MODECHECK_MODULE(GELU, const Tensor& input);
MODECHECK_MODULE(RReLU, Tensor input);
MODECHECK_MODULE_WITHOUT_OPTIONS(LogSigmoid, const Tensor&);
MODECHECK_MODULE_WITHOUT_OPTIONS(SiLU, const Tensor&);
MODECHECK_MODULE_WITHOUT_OPTIONS(Mish, const Tensor&);
MODECHECK_MODULE_WITHOUT_OPTIONS(Softsign, const Tensor&);
MODECHECK_MODULE_WITHOUT_OPTIONS(Tanhshrink, const Tensor&);
MODECHECK_MODULE_WITHOUT_OPTIONS(Sigmoid, const Tensor&);
MODECHECK_MODULE_WITHOUT_OPTIONS(Tanh, const Tensor&);
MODECHECK_MODULE_WITHOUT_OPTIONS(Softmax2d, const Tensor&);

class SoftmaxImpl : public Cloneable<SoftmaxImpl> {
 public:
  explicit SoftmaxImpl(std::int64_t dim);
  explicit SoftmaxImpl(const SoftmaxOptions& options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  SoftmaxOptions options;
};
TORCH_MODULE(Softmax);

class SoftminImpl : public Cloneable<SoftminImpl> {
 public:
  explicit SoftminImpl(std::int64_t dim);
  explicit SoftminImpl(const SoftminOptions& options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  SoftminOptions options;
};
TORCH_MODULE(Softmin);

class LogSoftmaxImpl : public Cloneable<LogSoftmaxImpl> {
 public:
  explicit LogSoftmaxImpl(std::int64_t dim);
  explicit LogSoftmaxImpl(const LogSoftmaxOptions& options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  LogSoftmaxOptions options;
};
TORCH_MODULE(LogSoftmax);

// Learns the slope below zero. `weight` has one slope, or one for each channel.
class PReLUImpl : public Cloneable<PReLUImpl> {
 public:
  explicit PReLUImpl(const PReLUOptions& options_ = {});
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(const Tensor& input);
  PReLUOptions options;
  Tensor weight;
};
TORCH_MODULE(PReLU);

class ThresholdImpl : public Cloneable<ThresholdImpl> {
 public:
  ThresholdImpl(double threshold, double value);
  explicit ThresholdImpl(const ThresholdOptions& options_);
  void reset() override;
  void pretty_print(std::ostream& stream) const override;
  Tensor forward(Tensor input);
  ThresholdOptions options;
};
TORCH_MODULE(Threshold);

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
