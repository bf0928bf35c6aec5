#include "engine/optim/rmsprop.h"

#include "engine/nn/operators.h"
#include "engine/optim/optimizer_fields.h"
#include "engine/optim/update.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

namespace {

constexpr auto kRMSpropOptions = [](auto& self, auto& field) {
  field("lr", self.lr());
  field("alpha", self.alpha());
  field("eps", self.eps());
  field("weight_decay", self.weight_decay());
  field("momentum", self.momentum());
  field("centered", self.centered());
};

constexpr auto kRMSpropState = [](auto& self, auto& field) {
  field("step", self.step());
  field("square_avg", self.square_avg());
  field("momentum_buffer", self.momentum_buffer());
  field("grad_avg", self.grad_avg());
};

}  // namespace

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

void RMSpropOptions::serialize(serialize::InputArchive& archive) {
  detail::read_fields(archive, *this, kRMSpropOptions);
}

void RMSpropOptions::serialize(serialize::OutputArchive& archive) const {
  detail::write_fields(archive, *this, kRMSpropOptions);
}

void RMSpropParamState::serialize(serialize::InputArchive& archive) {
  detail::read_fields(archive, *this, kRMSpropState);
}

void RMSpropParamState::serialize(serialize::OutputArchive& archive) const {
  detail::write_fields(archive, *this, kRMSpropState);
}

void RMSprop::save(serialize::OutputArchive& archive) const { detail::save_optimizer(archive, *this); }

void RMSprop::load(serialize::InputArchive& archive) {
  if (!detail::is_former_archive(archive, "RMSprop")) return detail::load_optimizer<RMSpropParamState>(archive, *this);
  const std::vector<at::Tensor> squares = detail::archive_buffers(archive, "square_average_buffers");
  const std::vector<at::Tensor> momenta = detail::archive_buffers(archive, "momentum_buffers");
  const std::vector<at::Tensor> means = detail::archive_buffers(archive, "grad_average_buffers");
  detail::load_former_states<RMSpropParamState>(*this, squares.size(), [&](RMSpropParamState& state, std::size_t i) {
    state.square_avg(squares[i]);
    if (i < momenta.size()) state.momentum_buffer(momenta[i]);
    if (i < means.size()) state.grad_avg(means[i]);
  });
}

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
