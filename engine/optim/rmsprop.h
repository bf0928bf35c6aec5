// Declares torch::optim::RMSprop.
#pragma once

#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/nn/options/argument.h"
#include "engine/optim/optimizer.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

// The options. The optimizer's constructor raises an Argument error for a number that is out of its range.
struct RMSpropOptions : public OptimizerCloneableOptions<RMSpropOptions> {
  RMSpropOptions(double lr = 1e-2);
  TORCH_ARG(double, lr);
  TORCH_ARG(double, alpha) = 0.99;
  TORCH_ARG(double, eps) = 1e-8;
  TORCH_ARG(double, weight_decay) = 0;
  TORCH_ARG(double, momentum) = 0;
  TORCH_ARG(bool, centered) = false;

 public:
  double get_lr() const override;
  void set_lr(double lr) override;
  void serialize(serialize::InputArchive& archive) override;
  void serialize(serialize::OutputArchive& archive) const override;
  friend bool operator==(const RMSpropOptions& a, const RMSpropOptions& b);
};

struct RMSpropParamState : public OptimizerCloneableParamState<RMSpropParamState> {
  TORCH_ARG(std::int64_t, step) = 0;
  TORCH_ARG(at::Tensor, square_avg);
  TORCH_ARG(at::Tensor, momentum_buffer);
  TORCH_ARG(at::Tensor, grad_avg);

 public:
  RMSpropParamState();
  RMSpropParamState(const RMSpropParamState&);
  ~RMSpropParamState() override;
  void serialize(serialize::InputArchive& archive) override;
  void serialize(serialize::OutputArchive& archive) const override;
  friend bool operator==(const RMSpropParamState& a, const RMSpropParamState& b);
};

// Divides the gradients by the roots of running means of their squares, or with `centered` of their variances.
class RMSprop : public Optimizer {
 public:
  explicit RMSprop(std::vector<OptimizerParamGroup> param_groups, RMSpropOptions defaults = {});
  explicit RMSprop(std::vector<at::Tensor> params, RMSpropOptions defaults = {});
  at::Tensor step(LossClosure closure = nullptr) override;
  void save(serialize::OutputArchive& archive) const override;
  void load(serialize::InputArchive& archive) override;
};

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
