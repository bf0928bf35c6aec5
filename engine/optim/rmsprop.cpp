#include "engine/optim/rmsprop.h"

#include "engine/nn/operators.h"
#include "engine/optim/update.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

RMSpropOptions::RMSpropOptions(double lr) : lr_(lr) {}

double RMSpropOptions::get_lr() const { return lr_; }

void RMSpropOptions::set_lr(double lr) { lr_ = lr; }

RMSpropParamState::RMSpropParamState() = default;

RMSpropParamState::RMSpropParamState(const RMSpropParamState&) = default;

RMSpropParamState::~RMSpropParamState() = default;

RMSprop::RMSprop(std::vector<at::Tensor> params, RMSpropOptions defaults)
    : RMSprop(std::vector<OptimizerParamGroup>{OptimizerParamGroup(std::move(params))}, std::move(defaults)) {}

bool operator==(const RMSpropOptions& a, const RMSpropOptions& b) {
  return a.lr() == b.lr() && a.alpha() == b.alpha() && a.eps() == b.eps() && a.weight_decay() == b.weight_decay() &&
         a.momentum() == b.momentum() && a.centered() == b.centered();
}

bool operator==(const RMSpropParamState& a, const RMSpropParamState& b) {
  return a.step() == b.step() && nn::detail::are_equal(a.square_avg(), b.square_avg()) &&
         nn::detail::are_equal(a.momentum_buffer(), b.momentum_buffer()) &&
         nn::detail::are_equal(a.grad_avg(), b.grad_avg());
}

RMSprop::RMSprop(std::vector<OptimizerParamGroup> param_groups, RMSpropOptions defaults)
    : Optimizer(std::move(param_groups), std::make_unique<RMSpropOptions>(defaults)) {
  MODECHECK_ARGUMENT(defaults.lr() >= 0, "Invalid learning rate: ", defaults.lr());
  MODECHECK_ARGUMENT(defaults.eps() >= 0, "Invalid epsilon value: ", defaults.eps());
  MODECHECK_ARGUMENT(defaults.momentum() >= 0, "Invalid momentum value: ", defaults.momentum());
  MODECHECK_ARGUMENT(defaults.weight_decay() >= 0, "Invalid weight_decay value: ", defaults.weight_decay());
  MODECHECK_ARGUMENT(defaults.alpha() >= 0, "Invalid alpha value: ", defaults.alpha());
}

at::Tensor RMSprop::step(LossClosure closure) {
  const at::NoGradGuard quiet;
  const at::Tensor loss = loss_of(closure);
  for_each<RMSpropOptions>(
      [&](const at::Tensor& parameter, const at::Tensor& data, at::Tensor gradient, const RMSpropOptions& options) {
        auto& state = state_of<RMSpropParamState>(key_of(parameter), [&](RMSpropParamState& made) {
          made.square_avg(at::zeros_like(data));
          if (options.momentum() > 0) made.momentum_buffer(at::zeros_like(data));
          if (options.centered()) made.grad_avg(at::zeros_like(data));
        });
        state.step(state.step() + 1);
        if (options.weight_decay() != 0) gradient = gradient.add(data, options.weight_decay());
        const double alpha = options.alpha();
        state.square_avg().mul_(alpha).addcmul_(gradient, gradient, 1 - alpha);
        at::Tensor squares = state.square_avg();
        if (options.centered()) {
          state.grad_avg().mul_(alpha).add_(gradient, 1 - alpha);
          squares = squares.addcmul(state.grad_avg(), state.grad_avg(), -1);
        }
        const at::Tensor divisor = squares.sqrt().add_(options.eps());
        if (options.momentum() > 0) {
          state.momentum_buffer().mul_(options.momentum()).addcdiv_(gradient, divisor);
          parameter.add_(state.momentum_buffer(), -options.lr());
        } else {
          parameter.addcdiv_(gradient, divisor, -options.lr());
        }
      });
  return loss;
}

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
