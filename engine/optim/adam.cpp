#include "engine/optim/adam.h"

#include "engine/nn/operators.h"
#include "engine/optim/adam_step.h"
#include "engine/optim/optimizer_fields.h"
#include "engine/optim/update.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

namespace {

constexpr auto kAdamOptions = [](auto& self, auto& field) {
  field("lr", self.lr());
  field("betas", self.betas());
  field("eps", self.eps());
  field("weight_decay", self.weight_decay());
  field("amsgrad", self.amsgrad());
};

constexpr auto kAdamState = [](auto& self, auto& field) {
  field("step", self.step());
  field("exp_avg", self.exp_avg());
  field("exp_avg_sq", self.exp_avg_sq());
  field("max_exp_avg_sq", self.max_exp_avg_sq());
};

}  // namespace

AdamOptions::AdamOptions(double lr) : lr_(lr) {}

double AdamOptions::get_lr() const { return lr_; }

void AdamOptions::set_lr(double lr) { lr_ = lr; }

AdamParamState::AdamParamState() = default;

AdamParamState::AdamParamState(const AdamParamState&) = default;

AdamParamState::~AdamParamState() = default;

Adam::Adam(std::vector<at::Tensor> params, AdamOptions defaults)
    : Adam(std::vector<OptimizerParamGroup>{OptimizerParamGroup(std::move(params))}, std::move(defaults)) {}

bool operator==(const AdamOptions& a, const AdamOptions& b) {
  return a.lr() == b.lr() && a.betas() == b.betas() && a.eps() == b.eps() && a.weight_decay() == b.weight_decay() &&
         a.amsgrad() == b.amsgrad();
}

bool operator==(const AdamParamState& a, const AdamParamState& b) {
  return a.step() == b.step() && nn::detail::are_equal(a.exp_avg(), b.exp_avg()) &&
         nn::detail::are_equal(a.exp_avg_sq(), b.exp_avg_sq()) &&
         nn::detail::are_equal(a.max_exp_avg_sq(), b.max_exp_avg_sq());
}

Adam::Adam(std::vector<OptimizerParamGroup> param_groups, AdamOptions defaults)
    : Optimizer(std::move(param_groups), std::make_unique<AdamOptions>(defaults)) {
  detail::check_adam_options(defaults);
}

at::Tensor Adam::step(LossClosure closure) {
  const at::NoGradGuard quiet;
  const at::Tensor loss = loss_of(closure);
  for_each<AdamOptions>(
      [&](const at::Tensor& parameter, const at::Tensor& data, at::Tensor gradient, const AdamOptions& options) {
        auto& state = state_of<AdamParamState>(key_of(parameter),
                                               [&](AdamParamState& made) { detail::begin_adam(made, data, options); });
        if (options.weight_decay() != 0) gradient = gradient.add(data, options.weight_decay());
        detail::step_adam(state, parameter, gradient, options);
      });
  return loss;
}

void AdamOptions::serialize(serialize::InputArchive& archive) { detail::read_fields(archive, *this, kAdamOptions); }

void AdamOptions::serialize(serialize::OutputArchive& archive) const {
  detail::write_fields(archive, *this, kAdamOptions);
}

void AdamParamState::serialize(serialize::InputArchive& archive) { detail::read_fields(archive, *this, kAdamState); }

void AdamParamState::serialize(serialize::OutputArchive& archive) const {
  detail::write_fields(archive, *this, kAdamState);
}

void Adam::save(serialize::OutputArchive& archive) const { detail::save_optimizer(archive, *this); }

void Adam::load(serialize::InputArchive& archive) {
  if (!detail::is_former_archive(archive, "Adam")) return detail::load_optimizer<AdamParamState>(archive, *this);
  detail::load_former_adam<AdamParamState>(archive, *this);
}

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
