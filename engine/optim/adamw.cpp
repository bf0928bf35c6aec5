#include "engine/optim/adamw.h"

#include "engine/nn/operators.h"
#include "engine/optim/update.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

AdamWOptions::AdamWOptions(double lr) : lr_(lr) {}

double AdamWOptions::get_lr() const { return lr_; }

void AdamWOptions::set_lr(double lr) { lr_ = lr; }

AdamWParamState::AdamWParamState() = default;

AdamWParamState::AdamWParamState(const AdamWParamState&) = default;

AdamWParamState::~AdamWParamState() = default;

AdamW::AdamW(std::vector<at::Tensor> params, AdamWOptions defaults)
    : AdamW(std::vector<OptimizerParamGroup>{OptimizerParamGroup(std::move(params))}, std::move(defaults)) {}

bool operator==(const AdamWOptions& a, const AdamWOptions& b) {
  return a.lr() == b.lr() && a.betas() == b.betas() && a.eps() == b.eps() && a.weight_decay() == b.weight_decay() &&
         a.amsgrad() == b.amsgrad();
}

bool operator==(const AdamWParamState& a, const AdamWParamState& b) {
  return a.step() == b.step() && nn::detail::are_equal(a.exp_avg(), b.exp_avg()) &&
         nn::detail::are_equal(a.exp_avg_sq(), b.exp_avg_sq()) &&
         nn::detail::are_equal(a.max_exp_avg_sq(), b.max_exp_avg_sq());
}

AdamW::AdamW(std::vector<OptimizerParamGroup> param_groups, AdamWOptions defaults)
    : Optimizer(std::move(param_groups), std::make_unique<AdamWOptions>(defaults)) {
  MODECHECK_ARGUMENT(defaults.lr() >= 0, "Invalid learning rate: ", defaults.lr());
  MODECHECK_ARGUMENT(defaults.eps() >= 0, "Invalid epsilon value: ", defaults.eps());
  MODECHECK_ARGUMENT(0 <= std::get<0>(defaults.betas()) && std::get<0>(defaults.betas()) < 1.0,
                     "Invalid beta parameter at index 0: ", std::get<0>(defaults.betas()));
  MODECHECK_ARGUMENT(0 <= std::get<1>(defaults.betas()) && std::get<1>(defaults.betas()) < 1.0,
                     "Invalid beta parameter at index 1: ", std::get<1>(defaults.betas()));
  MODECHECK_ARGUMENT(defaults.weight_decay() >= 0, "Invalid weight_decay value: ", defaults.weight_decay());
}

at::Tensor AdamW::step(LossClosure closure) {
  const at::NoGradGuard quiet;
  const at::Tensor loss = loss_of(closure);
  for_each<AdamWOptions>(
      [&](const at::Tensor& parameter, const at::Tensor& data, at::Tensor gradient, const AdamWOptions& options) {
        auto& state = state_of<AdamWParamState>(key_of(parameter), [&](AdamWParamState& made) {
          made.exp_avg(at::zeros_like(data)).exp_avg_sq(at::zeros_like(data));
          if (options.amsgrad()) made.max_exp_avg_sq(at::zeros_like(data));
        });
        state.step(state.step() + 1);
        if (options.weight_decay() != 0) parameter.mul_(1 - options.lr() * options.weight_decay());
        const auto [beta1, beta2] = options.betas();
        state.exp_avg().mul_(beta1).add_(gradient, 1 - beta1);
        state.exp_avg_sq().mul_(beta2).addcmul_(gradient, gradient, 1 - beta2);
        at::Tensor squares = state.exp_avg_sq();
        if (options.amsgrad()) {
          state.max_exp_avg_sq(at::maximum(state.max_exp_avg_sq(), squares));
          squares = state.max_exp_avg_sq();
        }
        // The means begin at zero, and these factors correct that.
        const double correction1 = 1 - std::pow(beta1, state.step());
        const double correction2 = 1 - std::pow(beta2, state.step());
        const at::Tensor divisor = (squares.sqrt() / std::sqrt(correction2)).add_(options.eps());
        parameter.addcdiv_(state.exp_avg(), divisor, -options.lr() / correction1);
      });
  return loss;
}

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
