#include "engine/optim/lbfgs.h"

#include "engine/nn/operators.h"
#include "engine/optim/line_search.h"
#include "engine/optim/optimizer_fields.h"
#include "engine/optim/update.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

namespace {

constexpr auto kLbfgsOptions = [](auto& self, auto& field) {
  field("lr", self.lr());
  field("max_iter", self.max_iter());
  field("max_eval", self.max_eval());
  field("tolerance_grad", self.tolerance_grad());
  field("tolerance_change", self.tolerance_change());
  field("history_size", self.history_size());
  field("line_search_fn", self.line_search_fn());
};

constexpr auto kLbfgsState = [](auto& self, auto& field) {
  field("func_evals", self.func_evals());
  field("n_iter", self.n_iter());
  field("t", self.t());
  field("prev_loss", self.prev_loss());
  field("d", self.d());
  field("H_diag", self.H_diag());
  field("prev_flat_grad", self.prev_flat_grad());
  field("old_dirs", self.old_dirs());
  field("old_stps", self.old_stps());
  field("ro", self.ro());
  field("al", self.al());
};

template <typename List>
bool have_equal_tensors(const List& a, const List& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), nn::detail::are_equal);
}

double largest(const at::Tensor& tensor) { return tensor.abs().max().item<double>(); }

// Adds the last change of the gradient and of the parameters to the history. Leaves it as it is if their product is not
// clearly positive, for then the estimate of the Hessian would not be positive.
void extend_history(LBFGSParamState& state, const at::Tensor& gradient, std::int64_t history_size) {
  constexpr double least_product = 1e-10;
  const at::Tensor change = gradient.sub(state.prev_flat_grad());
  const at::Tensor moved = state.d().mul(state.t());
  const at::Tensor product = change.dot(moved);
  if (!(product.item<double>() > least_product)) return;
  if (static_cast<std::int64_t>(state.old_dirs().size()) == history_size) {
    state.old_dirs().pop_front();
    state.old_stps().pop_front();
    state.ro().pop_front();
  }
  state.old_dirs().push_back(change);
  state.old_stps().push_back(moved);
  state.ro().push_back(product.reciprocal());
  state.H_diag(product / change.dot(change));
}

// Returns the direction of the next step: minus the gradient, multiplied by the estimate of the inverse Hessian. The
// two loops run through the history backwards and forwards.
at::Tensor next_direction(LBFGSParamState& state, const at::Tensor& gradient, std::int64_t history_size) {
  if (!state.al().has_value()) state.al(std::vector<at::Tensor>(static_cast<std::size_t>(history_size)));
  std::vector<at::Tensor>& al = *state.al();
  if (al.size() < state.old_dirs().size()) al.resize(state.old_dirs().size());
  at::Tensor q = gradient.neg();
  for (std::size_t i = state.old_dirs().size(); i-- > 0;) {
    al[i] = state.old_stps()[i].dot(q) * state.ro()[i];
    q.add_(state.old_dirs()[i], -al[i].item<double>());
  }
  at::Tensor out = q.mul(state.H_diag());
  for (std::size_t i = 0; i < state.old_dirs().size(); ++i) {
    const at::Tensor back = state.old_dirs()[i].dot(out) * state.ro()[i];
    out.add_(state.old_stps()[i], al[i].sub(back).item<double>());
  }
  return out;
}

// Sets the direction of the next step, and its first length.
void choose_step(LBFGSParamState& state, const at::Tensor& gradient, const LBFGSOptions& options) {
  state.n_iter(state.n_iter() + 1);
  if (state.n_iter() == 1) {
    state.d(gradient.neg());
    state.H_diag(at::full({}, 1, at::kLong));
    state.old_dirs().clear();
    state.old_stps().clear();
    state.ro().clear();
    state.t(std::min(1., 1. / gradient.abs().sum().item<double>()) * options.lr());
  } else {
    extend_history(state, gradient, options.history_size());
    state.d(next_direction(state, gradient, options.history_size()));
    state.t(options.lr());
  }
  state.prev_flat_grad(gradient.clone());
}

}  // namespace

LBFGSOptions::LBFGSOptions(double lr) : lr_(lr) {}

double LBFGSOptions::get_lr() const { return lr_; }

void LBFGSOptions::set_lr(double lr) { lr_ = lr; }

LBFGSParamState::LBFGSParamState() = default;

LBFGSParamState::LBFGSParamState(const LBFGSParamState&) = default;

LBFGSParamState::~LBFGSParamState() = default;

LBFGS::LBFGS(std::vector<at::Tensor> params, LBFGSOptions defaults)
    : LBFGS(std::vector<OptimizerParamGroup>{OptimizerParamGroup(std::move(params))}, std::move(defaults)) {}

bool operator==(const LBFGSOptions& a, const LBFGSOptions& b) {
  return a.lr() == b.lr() && a.max_iter() == b.max_iter() && a.max_eval() == b.max_eval() &&
         a.tolerance_grad() == b.tolerance_grad() && a.tolerance_change() == b.tolerance_change() &&
         a.history_size() == b.history_size() && a.line_search_fn() == b.line_search_fn();
}

bool operator==(const LBFGSParamState& a, const LBFGSParamState& b) {
  return a.func_evals() == b.func_evals() && a.n_iter() == b.n_iter() && a.t() == b.t() &&
         a.prev_loss() == b.prev_loss() && nn::detail::are_equal(a.d(), b.d()) &&
         nn::detail::are_equal(a.H_diag(), b.H_diag()) &&
         nn::detail::are_equal(a.prev_flat_grad(), b.prev_flat_grad()) &&
         have_equal_tensors(a.old_dirs(), b.old_dirs()) && have_equal_tensors(a.old_stps(), b.old_stps()) &&
         have_equal_tensors(a.ro(), b.ro()) && a.al().has_value() == b.al().has_value() &&
         (!a.al().has_value() || have_equal_tensors(*a.al(), *b.al()));
}

LBFGS::LBFGS(std::vector<OptimizerParamGroup> param_groups, LBFGSOptions defaults)
    : Optimizer(std::move(param_groups), std::make_unique<LBFGSOptions>(defaults)) {
  MODECHECK_ARGUMENT(param_groups_.size() == 1, "LBFGS doesn't support per-parameter options (parameter groups)");
  MODECHECK_ARGUMENT(defaults.history_size() > 0, "Invalid history_size value: ", defaults.history_size());
  if (defaults.max_eval().has_value()) return;
  for (OptimizerOptions* const options : {defaults_.get(), &param_groups_[0].options()})
    if (auto* const own = dynamic_cast<LBFGSOptions*>(options)) own->max_eval(own->max_iter() * 5 / 4);
}

at::Tensor LBFGS::flat_gradient() const {
  std::vector<at::Tensor> parts;
  for (const at::Tensor& parameter : param_groups_[0].params())
    parts.push_back(parameter.grad().defined() ? parameter.grad().data().reshape({-1})
                                               : at::zeros_like(parameter.data()).reshape({-1}));
  MODECHECK_ARGUMENT(!parts.empty(), "LBFGS has no parameters: add_parameters() adds some");
  return at::cat(parts);
}

void LBFGS::add_to_parameters(double rate, const at::Tensor& direction) {
  std::int64_t begin = 0;
  for (const at::Tensor& parameter : param_groups_[0].params()) {
    parameter.add_(direction.narrow(0, begin, parameter.numel()).view(parameter.sizes()), rate);
    begin += parameter.numel();
  }
}

double LBFGS::loss_at(const LossClosure& closure) { return loss_of(closure).item<double>(); }

std::int64_t LBFGS::search(const LossClosure& closure, LBFGSParamState& state, double& loss, at::Tensor& gradient,
                           double slope, double tolerance) {
  std::vector<at::Tensor> before;
  for (const at::Tensor& parameter : param_groups_[0].params()) before.push_back(parameter.clone());
  const auto evaluate = [&](double rate) {
    detail::LinePoint point;
    point.rate = rate;
    add_to_parameters(rate, state.d());
    point.loss = loss_at(closure);
    point.gradient = flat_gradient();
    for (std::size_t i = 0; i < before.size(); ++i) param_groups_[0].params()[i].copy_(before[i]);
    point.slope = point.gradient.dot(state.d()).item<double>();
    return point;
  };
  const detail::LinePoint begin{0, loss, slope, gradient};
  const detail::LineSearch out = detail::search_strong_wolfe(evaluate, begin, state.t(), largest(state.d()), tolerance);
  loss = out.found.loss;
  gradient = out.found.gradient;
  state.t(out.found.rate);
  add_to_parameters(state.t(), state.d());
  return out.evaluations;
}

at::Tensor LBFGS::step(LossClosure closure) {
  MODECHECK_ARGUMENT(closure != nullptr,
                     "LBFGS requires a closure function, which computes the loss and its gradients");
  const auto* const given = dynamic_cast<const LBFGSOptions*>(&param_groups_.at(0).options());
  MODECHECK_ARGUMENT(given != nullptr, "the options of the parameters are of another optimizer's class");
  const LBFGSOptions options = *given;
  MODECHECK_ARGUMENT(!options.line_search_fn().has_value() || *options.line_search_fn() == "strong_wolfe",
                     "only 'strong_wolfe' is supported as line_search_fn, not '", options.line_search_fn().value_or(""),
                     "'");
  MODECHECK_ARGUMENT(!param_groups_[0].params().empty(), "LBFGS has no parameters: add_parameters() adds some");
  const at::NoGradGuard quiet;
  auto& state = state_of<LBFGSParamState>(key_of(param_groups_[0].params()[0]), [](LBFGSParamState&) {});
  const at::Tensor first_loss = loss_of(closure);
  double loss = first_loss.item<double>();
  state.func_evals(state.func_evals() + 1);
  at::Tensor gradient = flat_gradient();
  if (largest(gradient) <= options.tolerance_grad()) return first_loss;

  std::int64_t evaluations = 1;
  const std::int64_t most_evaluations = options.max_eval().value_or(options.max_iter() * 5 / 4);
  for (std::int64_t iteration = 1; iteration <= options.max_iter(); ++iteration) {
    choose_step(state, gradient, options);
    state.prev_loss(loss);
    const double slope = gradient.dot(state.d()).item<double>();
    if (slope > -options.tolerance_change()) break;
    std::int64_t calls = 0;
    if (options.line_search_fn().has_value()) {
      calls = search(closure, state, loss, gradient, slope, options.tolerance_change());
    } else {
      add_to_parameters(state.t(), state.d());
      // The next step would compute this loss again.
      if (iteration != options.max_iter()) {
        loss = loss_at(closure);
        gradient = flat_gradient();
        calls = 1;
      }
    }
    evaluations += calls;
    state.func_evals(state.func_evals() + calls);
    if (evaluations >= most_evaluations || largest(gradient) <= options.tolerance_grad() ||
        largest(state.d().mul(state.t())) <= options.tolerance_change() ||
        std::abs(loss - state.prev_loss()) < options.tolerance_change())
      break;
  }
  return first_loss;
}

void LBFGSOptions::serialize(serialize::InputArchive& archive) { detail::read_fields(archive, *this, kLbfgsOptions); }

void LBFGSOptions::serialize(serialize::OutputArchive& archive) const {
  detail::write_fields(archive, *this, kLbfgsOptions);
}

void LBFGSParamState::serialize(serialize::InputArchive& archive) { detail::read_fields(archive, *this, kLbfgsState); }

void LBFGSParamState::serialize(serialize::OutputArchive& archive) const {
  detail::write_fields(archive, *this, kLbfgsState);
}

void LBFGS::save(serialize::OutputArchive& archive) const { detail::save_optimizer(archive, *this); }

void LBFGS::load(serialize::InputArchive& archive) {
  if (!detail::is_former_archive(archive, "LBFGS")) return detail::load_optimizer<LBFGSParamState>(archive, *this);
  const auto number = [&](const char* key) {
    at::Tensor tensor;
    archive.read(key, tensor, true);
    MODECHECK_ARGUMENT(tensor.numel() == 1 && !tensor.is_meta() && !tensor.is_complex(), "torch::load: '", key,
                       "' of the optimizer is no number");
    return tensor.item<double>();
  };
  const double t = number("t"), prev_loss = number("prev_loss");
  at::Tensor d, diagonal, gradient;
  archive.read("d", d, true);
  archive.read("H_diag", diagonal, true);
  archive.read("prev_flat_grad", gradient, true);
  const std::vector<at::Tensor> dirs = detail::archive_buffers(archive, "old_dirs");
  const std::vector<at::Tensor> stps = detail::archive_buffers(archive, "old_stps");
  detail::load_former_states<LBFGSParamState>(*this, 1, [&](LBFGSParamState& state, std::size_t) {
    state.t(t).prev_loss(prev_loss).d(d).H_diag(diagonal).prev_flat_grad(gradient);
    state.old_dirs().assign(dirs.begin(), dirs.end());
    state.old_stps().assign(stps.begin(), stps.end());
  });
}

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
