#include "engine/optim/adamw.h"

#include "engine/nn/operators.h"
#include "engine/optim/adam_step.h"
#include "engine/optim/optimizer_fields.h"
#include "engine/optim/update.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

namespace {

constexpr auto kAdamWOptions = [](auto& self, auto& field) {
  field("lr", self.lr());
  field("betas", self.betas());
  field("eps", self.eps());
  field("weight_decay", self.weight_decay());
  field("amsgrad", self.amsgrad());
};

constexpr auto kAdamWState = [](auto& self, auto& field) {
  field("step", self.step());
  field("exp_avg", self.exp_avg());
  field("exp_avg_sq", self.exp_avg_sq());
  field("max_exp_avg_sq", self.max_exp_avg_sq());
};

}  // namespace

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
  detail::check_adam_options(defaults);
}

at::Tensor AdamW::step(LossClosure closure) {
  const at::NoGradGuard quiet;
  const at::Tensor loss = loss_of(closure);
  for_each<AdamWOptions>(
      [&](const at::Tensor& parameter, const at::Tensor& data, at::Tensor gradient, const AdamWOptions& options) {
        auto& state = state_of<AdamWParamState>(
            key_of(parameter), [&](AdamWParamState& made) { detail::begin_adam(made, data, options); });
        if (options.weight_decay() != 0) parameter.mul_(1 - options.lr() * options.weight_decay());
        detail::step_adam(state, parameter, gradient, options);
      });
  return loss;
}

void AdamWOptions::serialize(serialize::InputArchive& archive) { detail::read_fields(archive, *this, kAdamWOptions); }

void AdamWOptions::serialize(serialize::OutputArchive& archive) const {
  detail::write_fields(archive, *this, kAdamWOptions);
}

void AdamWParamState::serialize(serialize::InputArchive& archive) { detail::read_fields(archive, *this, kAdamWState); }

void AdamWParamState::serialize(serialize::OutputArchive& archive) const {
  detail::write_fields(archive, *this, kAdamWState);
}

void AdamW::save(serialize::OutputArchive& archive) const { detail::save_optimizer(archive, *this); }

void AdamW::load(serialize::InputArchive& archive) {
  if (!detail::is_former_archive(archive, "AdamW")) return detail::load_optimizer<AdamWParamState>(archive, *this);
  detail::load_former_adam<AdamWParamState>(archive, *this);
}

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
