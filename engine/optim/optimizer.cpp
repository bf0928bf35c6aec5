#include "engine/optim/optimizer.h"

#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace optim {

using modecheck::engine::ErrorClass;

namespace {

void warn_of_former_function(const char* name) {
  nn::detail::warn(name,
                   nn::detail::text_of("Optimizer::", name,
                                       "() knows no groups of parameters, and PyTorch says that it will be removed. "
                                       "Use param_groups() instead."));
}

[[noreturn]] void refuse_to_serialize(const char* what) {
  modecheck::engine::raise(ErrorClass::Unsupported, "serialize() has not been implemented for ", what,
                           " of this optimizer: override both forms of serialize()");
}

}  // namespace

void OptimizerParamState::serialize(serialize::InputArchive& /*archive*/) { refuse_to_serialize("the state"); }
void OptimizerParamState::serialize(serialize::OutputArchive& /*archive*/) const { refuse_to_serialize("the state"); }
void OptimizerOptions::serialize(serialize::InputArchive& /*archive*/) { refuse_to_serialize("the options"); }
void OptimizerOptions::serialize(serialize::OutputArchive& /*archive*/) const { refuse_to_serialize("the options"); }

std::unique_ptr<OptimizerParamState> OptimizerParamState::clone() const {
  modecheck::engine::raise(ErrorClass::Unsupported,
                           "clone() has not been implemented for this state. Subclass "
                           "torch::optim::OptimizerCloneableParamState<YourOptimizerParamState> instead of "
                           "torch::optim::OptimizerParamState to inherit the ability to clone.");
}

std::unique_ptr<OptimizerOptions> OptimizerOptions::clone() const {
  modecheck::engine::raise(ErrorClass::Unsupported,
                           "clone() has not been implemented for these options. Subclass "
                           "torch::optim::OptimizerCloneableOptions<YourOptimizerOptions> instead of "
                           "torch::optim::OptimizerOptions to inherit the ability to clone.");
}

double OptimizerOptions::get_lr() const {
  modecheck::engine::raise(ErrorClass::Unsupported,
                           "double get_lr() has not been overidden and implemented in subclass of "
                           "torch::optim::OptimizerOptions, you must override it in your subclass.");
}

void OptimizerOptions::set_lr(double /*lr*/) {
  modecheck::engine::raise(ErrorClass::Unsupported,
                           "double set_lr() has not been overidden and implemented in subclass of "
                           "torch::optim::OptimizerOptions, you must override it in your subclass.");
}

OptimizerParamGroup::OptimizerParamGroup(std::vector<at::Tensor> params) : params_(std::move(params)) {}

OptimizerParamGroup::OptimizerParamGroup(std::vector<at::Tensor> params, std::unique_ptr<OptimizerOptions> options)
    : params_(std::move(params)), options_(std::move(options)) {}

OptimizerParamGroup::OptimizerParamGroup(const OptimizerParamGroup& other)
    : params_(other.params_), options_(other.options_ ? other.options_->clone() : nullptr) {}

OptimizerParamGroup::~OptimizerParamGroup() = default;

void OptimizerParamGroup::set_options(std::unique_ptr<OptimizerOptions> options) { options_ = std::move(options); }

OptimizerOptions& OptimizerParamGroup::options() {
  MODECHECK_ARGUMENT(options_ != nullptr, "a group of parameters has no options: set_options() sets them");
  return *options_;
}

const OptimizerOptions& OptimizerParamGroup::options() const {
  return const_cast<OptimizerParamGroup&>(*this).options();
}

Optimizer::Optimizer(Optimizer&&) = default;

Optimizer::~Optimizer() = default;

Optimizer::Optimizer(std::vector<OptimizerParamGroup> param_groups, std::unique_ptr<OptimizerOptions> defaults)
    : defaults_(std::move(defaults)) {
  for (const OptimizerParamGroup& group : param_groups) add_param_group(group);
}

Optimizer::Optimizer(std::vector<at::Tensor> parameters, std::unique_ptr<OptimizerOptions> defaults)
    : Optimizer(std::vector<OptimizerParamGroup>{OptimizerParamGroup(std::move(parameters))}, std::move(defaults)) {}

void Optimizer::add_param_group(const OptimizerParamGroup& param_group) {
  for (const at::Tensor& parameter : param_group.params())
    MODECHECK_ARGUMENT(parameter.is_leaf(), "can't optimize a non-leaf Tensor");
  for (const OptimizerParamGroup& group : param_groups_)
    for (const at::Tensor& old : group.params())
      for (const at::Tensor& parameter : param_group.params())
        MODECHECK_ARGUMENT(!parameter.is_same(old), "some parameters appear in more than one parameter group");
  OptimizerParamGroup added(param_group.params());
  added.set_options(param_group.has_options() ? param_group.options().clone() : defaults_->clone());
  param_groups_.push_back(std::move(added));
}

void Optimizer::zero_grad() {
  for (OptimizerParamGroup& group : param_groups_)
    for (at::Tensor& parameter : group.params()) {
      at::Tensor& gradient = parameter.mutable_grad();
      if (!gradient.defined()) continue;
      gradient.detach_();
      gradient.zero_();
    }
}

void Optimizer::add_parameters(const std::vector<at::Tensor>& parameters) {
  warn_of_former_function("add_parameters");
  std::vector<at::Tensor>& first = param_groups_.at(0).params();
  first.insert(first.end(), parameters.begin(), parameters.end());
}

const std::vector<at::Tensor>& Optimizer::parameters() const {
  warn_of_former_function("parameters");
  return param_groups_.at(0).params();
}

std::vector<at::Tensor>& Optimizer::parameters() {
  warn_of_former_function("parameters");
  return param_groups_.at(0).params();
}

std::size_t Optimizer::size() const {
  warn_of_former_function("size");
  std::size_t out = 0;
  for (const OptimizerParamGroup& group : param_groups_) out += group.params().size();
  return out;
}

void Optimizer::save(serialize::OutputArchive& /*archive*/) const {
  modecheck::engine::raise(ErrorClass::Unsupported,
                           "save() has not been implemented for this optimizer: override save() and load(), and call "
                           "torch::optim::serialize<State, Options>(archive, *this) in both");
}

void Optimizer::load(serialize::InputArchive& /*archive*/) {
  modecheck::engine::raise(ErrorClass::Unsupported,
                           "load() has not been implemented for this optimizer: override save() and load(), and call "
                           "torch::optim::serialize<State, Options>(archive, *this) in both");
}

serialize::OutputArchive& operator<<(serialize::OutputArchive& archive, const Optimizer& optimizer) {
  optimizer.save(archive);
  return archive;
}

serialize::InputArchive& operator>>(serialize::InputArchive& archive, Optimizer& optimizer) {
  optimizer.load(archive);
  return archive;
}

at::Tensor Optimizer::loss_of(const LossClosure& closure) {
  if (!closure) return {};
  const at::AutoGradMode recording(true);
  return closure();
}

std::string Optimizer::key_of(const at::Tensor& parameter) {
  return nn::detail::text_of(static_cast<const void*>(parameter.unsafeGetTensorImpl()));
}

}  // namespace optim
}  // namespace modecheck_v1
}  // namespace torch
