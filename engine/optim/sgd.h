// Declares torch::optim::SGD, gradient descent with momentum.
#pragma once

#include <tuple>
#include <utility>
#include <vector>

#include "engine/nn/options/argument.h"
#include "engine/optim/optimizer.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

// The options. The optimizer's constructor raises an Argument error for a number that is out of its range.
struct SGDOptions : public OptimizerCloneableOptions<SGDOptions> {
  SGDOptions(double lr);
  TORCH_ARG(double, lr);
  TORCH_ARG(double, momentum) = 0;
  TORCH_ARG(double, dampening) = 0;
  TORCH_ARG(double, weight_decay) = 0;
  TORCH_ARG(bool, nesterov) = false;

 public:
  double get_lr() const override;
  void set_lr(double lr) override;
  void serialize(serialize::InputArchive& archive) override;
  void serialize(serialize::OutputArchive& archive) const override;
  friend bool operator==(const SGDOptions& a, const SGDOptions& b);
};

struct SGDParamState : public OptimizerCloneableParamState<SGDParamState> {
  TORCH_ARG(at::Tensor, momentum_buffer);

 public:
  SGDParamState();
  SGDParamState(const SGDParamState&);
  ~SGDParamState() override;
  void serialize(serialize::InputArchive& archive) override;
  void serialize(serialize::OutputArchive& archive) const override;
  friend bool operator==(const SGDParamState& a, const SGDParamState& b);
};

// Subtracts the learning rate times the gradient, or times a sum of gradients that decays with the momentum.
class SGD : public Optimizer {
 public:
  explicit SGD(std::vector<OptimizerParamGroup> param_groups, SGDOptions defaults);
  explicit SGD(std::vector<at::Tensor> params, SGDOptions defaults);
  at::Tensor step(LossClosure closure = nullptr) override;
  void save(serialize::OutputArchive& archive) const override;
  void load(serialize::InputArchive& archive) override;
};

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
