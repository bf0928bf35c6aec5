#include "engine/optim/sgd.h"

#include "engine/nn/operators.h"
#include "engine/optim/optimizer_fields.h"
#include "engine/optim/update.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

namespace {

constexpr auto kSGDOptions = [](auto& self, auto& field) {
  field("lr", self.lr());
  field("momentum", self.momentum());
  field("dampening", self.dampening());
  field("weight_decay", self.weight_decay());
  field("nesterov", self.nesterov());
};

constexpr auto kSGDState = [](auto& self, auto& field) { field("momentum_buffer", self.momentum_buffer()); };

}  // namespace

SGDOptions::SGDOptions(double lr) : lr_(lr) {}

double SGDOptions::get_lr() const { return lr_; }

void SGDOptions::set_lr(double lr) { lr_ = lr; }

SGDParamState::SGDParamState() = default;

SGDParamState::SGDParamState(const SGDParamState&) = default;

SGDParamState::~SGDParamState() = default;

SGD::SGD(std::vector<at::Tensor> params, SGDOptions defaults)
    : SGD(std::vector<OptimizerParamGroup>{OptimizerParamGroup(std::move(params))}, std::move(defaults)) {}

bool operator==(const SGDOptions& a, const SGDOptions& b) {
  return a.lr() == b.lr() && a.momentum() == b.momentum() && a.dampening() == b.dampening() &&
         a.weight_decay() == b.weight_decay() && a.nesterov() == b.nesterov();
}

bool operator==(const SGDParamState& a, const SGDParamState& b) {
  return nn::detail::are_equal(a.momentum_buffer(), b.momentum_buffer());
}

SGD::SGD(std::vector<OptimizerParamGroup> param_groups, SGDOptions defaults)
    : Optimizer(std::move(param_groups), std::make_unique<SGDOptions>(defaults)) {
  MODECHECK_ARGUMENT(defaults.lr() >= 0, "Invalid learning rate: ", defaults.lr());
  MODECHECK_ARGUMENT(defaults.momentum() >= 0, "Invalid momentum value: ", defaults.momentum());
  MODECHECK_ARGUMENT(defaults.weight_decay() >= 0, "Invalid weight_decay value: ", defaults.weight_decay());
  MODECHECK_ARGUMENT(!defaults.nesterov() || (defaults.momentum() > 0 && defaults.dampening() == 0),
                     "Nesterov momentum requires a momentum and zero dampening");
}

at::Tensor SGD::step(LossClosure closure) {
  const at::NoGradGuard quiet;
  const at::Tensor loss = loss_of(closure);
  for_each<SGDOptions>(
      [&](const at::Tensor& parameter, const at::Tensor& data, at::Tensor gradient, const SGDOptions& options) {
        if (options.weight_decay() != 0) gradient = gradient.add(data, options.weight_decay());
        if (options.momentum() != 0) {
          bool is_new = false;
          auto& state = state_of<SGDParamState>(key_of(parameter), [&](SGDParamState& made) {
            made.momentum_buffer(gradient.clone());
            is_new = true;
          });
          at::Tensor& sum = state.momentum_buffer();
          if (!is_new) sum.mul_(options.momentum()).add_(gradient, 1 - options.dampening());
          gradient = options.nesterov() ? gradient.add(sum, options.momentum()) : sum;
        }
        data.add_(gradient, -options.lr());
      });
  return loss;
}

void SGDOptions::serialize(serialize::InputArchive& archive) { detail::read_fields(archive, *this, kSGDOptions); }

void SGDOptions::serialize(serialize::OutputArchive& archive) const {
  detail::write_fields(archive, *this, kSGDOptions);
}

void SGDParamState::serialize(serialize::InputArchive& archive) { detail::read_fields(archive, *this, kSGDState); }

void SGDParamState::serialize(serialize::OutputArchive& archive) const {
  detail::write_fields(archive, *this, kSGDState);
}

void SGD::save(serialize::OutputArchive& archive) const { detail::save_optimizer(archive, *this); }

void SGD::load(serialize::InputArchive& archive) {
  if (!detail::is_former_archive(archive, "SGD")) return detail::load_optimizer<SGDParamState>(archive, *this);
  const std::vector<at::Tensor> sums = detail::archive_buffers(archive, "momentum_buffers");
  detail::load_former_states<SGDParamState>(
      *this, sums.size(), [&](SGDParamState& state, std::size_t i) { state.momentum_buffer(sums[i]); });
}

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
