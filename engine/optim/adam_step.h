// Defines what Adam and AdamW share, as templates over their options and states. Only their .cpp files include this
// header.
#pragma once

#include <cmath>
#include <tuple>

#include "engine/nn/operators.h"
#include "engine/optim/optimizer_fields.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {
namespace detail {

// Raises an Argument error for a number that is out of its range.
template <typename Options>
void check_adam_options(const Options& defaults) {
  MODECHECK_ARGUMENT(defaults.lr() >= 0, "Invalid learning rate: ", defaults.lr());
  MODECHECK_ARGUMENT(defaults.eps() >= 0, "Invalid epsilon value: ", defaults.eps());
  MODECHECK_ARGUMENT(0 <= std::get<0>(defaults.betas()) && std::get<0>(defaults.betas()) < 1.0,
                     "Invalid beta parameter at index 0: ", std::get<0>(defaults.betas()));
  MODECHECK_ARGUMENT(0 <= std::get<1>(defaults.betas()) && std::get<1>(defaults.betas()) < 1.0,
                     "Invalid beta parameter at index 1: ", std::get<1>(defaults.betas()));
  MODECHECK_ARGUMENT(defaults.weight_decay() >= 0, "Invalid weight_decay value: ", defaults.weight_decay());
}

// Sets the means of a new state to zeros, with the sizes and the dtype of the parameter.
template <typename State, typename Options>
void begin_adam(State& made, const at::Tensor& data, const Options& options) {
  made.exp_avg(at::zeros_like(data)).exp_avg_sq(at::zeros_like(data));
  if (options.amsgrad()) made.max_exp_avg_sq(at::zeros_like(data));
}

// Takes one step: updates the means in `state`, and writes the parameter. Weight decay is the caller's.
template <typename State, typename Options>
void step_adam(State& state, const at::Tensor& parameter, const at::Tensor& gradient, const Options& options) {
  state.step(state.step() + 1);
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
}

// Loads what PyTorch before version 1.5.0 saved.
template <typename State>
void load_former_adam(serialize::InputArchive& archive, Optimizer& optimizer) {
  const std::vector<std::int64_t> steps = archive_steps(archive, "step_buffers");
  const std::vector<at::Tensor> means = archive_buffers(archive, "exp_average_buffers");
  const std::vector<at::Tensor> squares = archive_buffers(archive, "exp_average_sq_buffers");
  const std::vector<at::Tensor> largest = archive_buffers(archive, "max_exp_average_sq_buffers");
  load_former_states<State>(optimizer, steps.size(), [&](State& state, std::size_t i) {
    state.step(steps[i]);
    state.exp_avg(former_at(means, i, "exp_average_buffers"));
    state.exp_avg_sq(former_at(squares, i, "exp_average_sq_buffers"));
    if (i < largest.size()) state.max_exp_avg_sq(largest[i]);
  });
}

}  // namespace detail
}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
