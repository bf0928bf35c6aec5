#include "engine/nn/modules/dropout.h"

#include "engine/nn/functional/dropout.h"
#include "engine/nn/operators.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

namespace {

void check_probability(double p) {
  MODECHECK_ARGUMENT(p >= 0. && p <= 1., "dropout probability has to be between 0 and 1, but got ", p);
}

// Returns the options of the function for a module that is training or not.
template <typename FuncOptions>
FuncOptions with_mode(const DropoutOptions& options, bool training) {
  return FuncOptions().p(options.p()).inplace(options.inplace()).training(training);
}

}  // namespace

DropoutImpl::DropoutImpl(double p) : DropoutImpl(DropoutOptions(p)) {}
DropoutImpl::DropoutImpl(DropoutOptions options_) : options(options_) { DropoutImpl::reset(); }
void DropoutImpl::reset() { check_probability(options.p()); }
void DropoutImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Dropout(p=" << options.p() << ", inplace=" << (options.inplace() ? "true" : "false") << ")";
}
Tensor DropoutImpl::forward(Tensor input) {
  return functional::dropout(std::move(input), with_mode<functional::DropoutFuncOptions>(options, is_training()));
}

Dropout2dImpl::Dropout2dImpl(double p) : Dropout2dImpl(DropoutOptions(p)) {}
Dropout2dImpl::Dropout2dImpl(DropoutOptions options_) : options(options_) { Dropout2dImpl::reset(); }
void Dropout2dImpl::reset() { check_probability(options.p()); }
void Dropout2dImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Dropout2d(p=" << options.p() << ", inplace=" << (options.inplace() ? "true" : "false") << ")";
}
Tensor Dropout2dImpl::forward(Tensor input) {
  return functional::dropout2d(std::move(input), with_mode<functional::Dropout2dFuncOptions>(options, is_training()));
}

Dropout3dImpl::Dropout3dImpl(double p) : Dropout3dImpl(DropoutOptions(p)) {}
Dropout3dImpl::Dropout3dImpl(DropoutOptions options_) : options(options_) { Dropout3dImpl::reset(); }
void Dropout3dImpl::reset() { check_probability(options.p()); }
void Dropout3dImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Dropout3d(p=" << options.p() << ", inplace=" << (options.inplace() ? "true" : "false") << ")";
}
Tensor Dropout3dImpl::forward(Tensor input) {
  return functional::dropout3d(std::move(input), with_mode<functional::Dropout3dFuncOptions>(options, is_training()));
}

AlphaDropoutImpl::AlphaDropoutImpl(double p) : AlphaDropoutImpl(DropoutOptions(p)) {}
AlphaDropoutImpl::AlphaDropoutImpl(DropoutOptions options_) : options(options_) { AlphaDropoutImpl::reset(); }
void AlphaDropoutImpl::reset() { check_probability(options.p()); }
void AlphaDropoutImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::AlphaDropout(p=" << options.p() << ", inplace=" << (options.inplace() ? "true" : "false")
         << ")";
}
Tensor AlphaDropoutImpl::forward(Tensor input) {
  return functional::alpha_dropout(std::move(input),
                                   with_mode<functional::AlphaDropoutFuncOptions>(options, is_training()));
}

FeatureAlphaDropoutImpl::FeatureAlphaDropoutImpl(double p) : FeatureAlphaDropoutImpl(DropoutOptions(p)) {}
FeatureAlphaDropoutImpl::FeatureAlphaDropoutImpl(DropoutOptions options_) : options(options_) {
  FeatureAlphaDropoutImpl::reset();
}
void FeatureAlphaDropoutImpl::reset() { check_probability(options.p()); }
void FeatureAlphaDropoutImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::FeatureAlphaDropout(p=" << options.p() << ", inplace=" << (options.inplace() ? "true" : "false")
         << ")";
}
Tensor FeatureAlphaDropoutImpl::forward(Tensor input) {
  return functional::feature_alpha_dropout(
      std::move(input), with_mode<functional::FeatureAlphaDropoutFuncOptions>(options, is_training()));
}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
