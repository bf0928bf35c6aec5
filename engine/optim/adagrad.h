// Declares torch::optim::Adagrad.
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
struct AdagradOptions : public OptimizerCloneableOptions<AdagradOptions> {
  AdagradOptions(double lr = 1e-2);
  TORCH_ARG(double, lr);
  TORCH_ARG(double, lr_decay) = 0;
  TORCH_ARG(double, weight_decay) = 0;
  TORCH_ARG(double, initial_accumulator_value) = 0;
  TORCH_ARG(double, eps) = 1e-10;

 public:
  double get_lr() const override;
  void set_lr(double lr) override;
  void serialize(serialize::InputArchive& archive) override;
  void serialize(serialize::OutputArchive& archive) const override;
  friend bool operator==(const AdagradOptions& a, const AdagradOptions& b);
};

struct AdagradParamState : public OptimizerCloneableParamState<AdagradParamState> {
  TORCH_ARG(at::Tensor, sum);
  TORCH_ARG(std::int64_t, step) = 0;

 public:
  AdagradParamState();
  AdagradParamState(const AdagradParamState&);
  ~AdagradParamState() override;
  void serialize(serialize::InputArchive& archive) override;
  void serialize(serialize::OutputArchive& archive) const override;
  friend bool operator==(const AdagradParamState& a, const AdagradParamState& b);
};

// Divides the gradients by the roots of the sums of their squares.
class Adagrad : public Optimizer {
 public:
  explicit Adagrad(std::vector<OptimizerParamGroup> param_groups, AdagradOptions defaults = {});
  explicit Adagrad(std::vector<at::Tensor> params, AdagradOptions defaults = {});
  at::Tensor step(LossClosure closure = nullptr) override;
  void save(serialize::OutputArchive& archive) const override;
  void load(serialize::InputArchive& archive) override;
};

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
