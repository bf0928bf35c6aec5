#include "engine/optim/adagrad.h"

#include "engine/nn/operators.h"
#include "engine/optim/optimizer_fields.h"
#include "engine/optim/update.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

namespace {

constexpr auto kAdagradOptions = [](auto& self, auto& field) {
  field("lr", self.lr());
  field("lr_decay", self.lr_decay());
  field("weight_decay", self.weight_decay());
  field("initial_accumulator_value", self.initial_accumulator_value());
  field("eps", self.eps());
};

constexpr auto kAdagradState = [](auto& self, auto& field) {
  field("sum", self.sum());
  field("step", self.step());
};

}  // namespace

AdagradOptions::AdagradOptions(double lr) : lr_(lr) {}

double AdagradOptions::get_lr() const { return lr_; }

void AdagradOptions::set_lr(double lr) { lr_ = lr; }

AdagradParamState::AdagradParamState() = default;

AdagradParamState::AdagradParamState(const AdagradParamState&) = default;

AdagradParamState::~AdagradParamState() = default;

Adagrad::Adagrad(std::vector<at::Tensor> params, AdagradOptions defaults)
    : Adagrad(std::vector<OptimizerParamGroup>{OptimizerParamGroup(std::move(params))}, std::move(defaults)) {}

bool operator==(const AdagradOptions& a, const AdagradOptions& b) {
  return a.lr() == b.lr() && a.lr_decay() == b.lr_decay() && a.weight_decay() == b.weight_decay() &&
         a.initial_accumulator_value() == b.initial_accumulator_value() && a.eps() == b.eps();
}

bool operator==(const AdagradParamState& a, const AdagradParamState& b) {
  return nn::detail::are_equal(a.sum(), b.sum()) && a.step() == b.step();
}

Adagrad::Adagrad(std::vector<OptimizerParamGroup> param_groups, AdagradOptions defaults)
    : Optimizer(std::move(param_groups), std::make_unique<AdagradOptions>(defaults)) {
  MODECHECK_ARGUMENT(defaults.lr() >= 0, "Invalid learning rate: ", defaults.lr());
  MODECHECK_ARGUMENT(defaults.lr_decay() >= 0, "Invalid lr_decay value: ", defaults.lr_decay());
  MODECHECK_ARGUMENT(defaults.weight_decay() >= 0, "Invalid weight_decay value: ", defaults.weight_decay());
  MODECHECK_ARGUMENT(defaults.initial_accumulator_value() >= 0,
                     "Invalid initial_accumulator_value value: ", defaults.initial_accumulator_value());
  MODECHECK_ARGUMENT(defaults.eps() >= 0, "Invalid epsilon value: ", defaults.eps());
  for (const OptimizerParamGroup& group : param_groups_)
    for (const at::Tensor& parameter : group.params())
      state_of<AdagradParamState>(key_of(parameter), [&](AdagradParamState& made) {
        made.sum(at::full_like(parameter.data(), defaults.initial_accumulator_value()));
      });
}

at::Tensor Adagrad::step(LossClosure closure) {
  const at::NoGradGuard quiet;
  const at::Tensor loss = loss_of(closure);
  for_each<AdagradOptions>(
      [&](const at::Tensor& parameter, const at::Tensor& data, at::Tensor gradient, const AdagradOptions& options) {
        auto& state = state_of<AdagradParamState>(key_of(parameter), [&](AdagradParamState& made) {
          made.sum(at::full_like(data, options.initial_accumulator_value()));
        });
        state.step(state.step() + 1);
        if (options.weight_decay() != 0) gradient = gradient.add(data, options.weight_decay());
        const double rate = options.lr() / (1 + static_cast<double>(state.step() - 1) * options.lr_decay());
        state.sum().addcmul_(gradient, gradient, 1.0);
        parameter.addcdiv_(gradient, state.sum().sqrt().add_(options.eps()), -rate);
      });
  return loss;
}

void AdagradOptions::serialize(serialize::InputArchive& archive) {
  detail::read_fields(archive, *this, kAdagradOptions);
}

void AdagradOptions::serialize(serialize::OutputArchive& archive) const {
  detail::write_fields(archive, *this, kAdagradOptions);
}

void AdagradParamState::serialize(serialize::InputArchive& archive) {
  detail::read_fields(archive, *this, kAdagradState);
}

void AdagradParamState::serialize(serialize::OutputArchive& archive) const {
  detail::write_fields(archive, *this, kAdagradState);
}

void Adagrad::save(serialize::OutputArchive& archive) const { detail::save_optimizer(archive, *this); }

void Adagrad::load(serialize::InputArchive& archive) {
  if (!detail::is_former_archive(archive, "Adagrad")) return detail::load_optimizer<AdagradParamState>(archive, *this);
  const std::vector<at::Tensor> sums = detail::archive_buffers(archive, "sum_buffers");
  const std::vector<std::int64_t> steps = detail::archive_steps(archive, "step_buffers");
  detail::load_former_states<AdagradParamState>(*this, sums.size(), [&](AdagradParamState& state, std::size_t i) {
    state.sum(sums[i]);
    state.step(detail::former_at(steps, i, "step_buffers"));
  });
}

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
