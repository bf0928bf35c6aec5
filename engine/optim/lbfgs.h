// Declares torch::optim::LBFGS, a quasi-Newton method that remembers the last steps.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/nn/options/argument.h"
#include "engine/optim/optimizer.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

struct LBFGSOptions : public OptimizerCloneableOptions<LBFGSOptions> {
  LBFGSOptions(double lr = 1);
  TORCH_ARG(double, lr);
  // The bounds on the iterations and on the calls of the closure in one step. The default of max_eval is 5/4 of
  // max_iter.
  TORCH_ARG(std::int64_t, max_iter) = 20;
  TORCH_ARG(std::optional<std::int64_t>, max_eval);
  // A step ends if no gradient is larger than tolerance_grad, or if the loss or all parameters change less than
  // tolerance_change.
  TORCH_ARG(double, tolerance_grad) = 1e-7;
  TORCH_ARG(double, tolerance_change) = 1e-9;
  TORCH_ARG(std::int64_t, history_size) = 100;
  // The only line search is "strong_wolfe".
  TORCH_ARG(std::optional<std::string>, line_search_fn);

 public:
  double get_lr() const override;
  void set_lr(double lr) override;
  void serialize(serialize::InputArchive& archive) override;
  void serialize(serialize::OutputArchive& archive) const override;
  friend bool operator==(const LBFGSOptions& a, const LBFGSOptions& b);
};

// The state of all parameters together. Optimizer::state() has it under the key of the first parameter.
struct LBFGSParamState : public OptimizerCloneableParamState<LBFGSParamState> {
  TORCH_ARG(std::int64_t, func_evals) = 0;
  TORCH_ARG(std::int64_t, n_iter) = 0;
  TORCH_ARG(double, t) = 0;
  TORCH_ARG(double, prev_loss) = 0;
  TORCH_ARG(at::Tensor, d);
  TORCH_ARG(at::Tensor, H_diag);
  TORCH_ARG(at::Tensor, prev_flat_grad);
  // The changes of the gradient, the changes of the parameters, and one over the product of both, oldest first.
  TORCH_ARG(std::deque<at::Tensor>, old_dirs);
  TORCH_ARG(std::deque<at::Tensor>, old_stps);
  TORCH_ARG(std::deque<at::Tensor>, ro);
  TORCH_ARG(std::optional<std::vector<at::Tensor>>, al);

 public:
  LBFGSParamState();
  LBFGSParamState(const LBFGSParamState&);
  ~LBFGSParamState() override;
  void serialize(serialize::InputArchive& archive) override;
  void serialize(serialize::OutputArchive& archive) const override;
  friend bool operator==(const LBFGSParamState& a, const LBFGSParamState& b);
};

// Multiplies the gradient by an estimate of the inverse Hessian. step() calls the closure several times, and raises an
// Argument error without one. The constructor raises an Argument error for more than one group of parameters.
class LBFGS : public Optimizer {
 public:
  explicit LBFGS(std::vector<OptimizerParamGroup> param_groups, LBFGSOptions defaults = {});
  explicit LBFGS(std::vector<at::Tensor> params, LBFGSOptions defaults = {});
  at::Tensor step(LossClosure closure) override;
  void save(serialize::OutputArchive& archive) const override;
  void load(serialize::InputArchive& archive) override;

 private:
  // Returns the gradients of all parameters as one vector, with zeros for a parameter that has none.
  at::Tensor flat_gradient() const;
  // Adds `rate` times the parts of the vector to the parameters.
  void add_to_parameters(double rate, const at::Tensor& direction);
  // Calls the closure and returns the loss.
  static double loss_at(const LossClosure& closure);
  // Searches along state.d() from the present parameters, moves there, and sets state.t(). Returns the number of calls
  // of the closure.
  std::int64_t search(const LossClosure& closure, LBFGSParamState& state, double& loss, at::Tensor& gradient,
                      double slope, double tolerance);
};

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
