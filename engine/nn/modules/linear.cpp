#include "engine/nn/modules/linear.h"

#include "engine/nn/functional/linear.h"
#include "engine/nn/init/init.h"
#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

void IdentityImpl::reset() {}
void IdentityImpl::pretty_print(std::ostream& stream) const { stream << "torch::nn::Identity()"; }
Tensor IdentityImpl::forward(const Tensor& input) { return input; }

LinearImpl::LinearImpl(const LinearOptions& options_) : options(options_) { LinearImpl::reset(); }

void LinearImpl::reset() {
  weight = register_parameter("weight", at::empty({options.out_features(), options.in_features()}));
  bias = register_parameter("bias", options.bias() ? at::empty(options.out_features()) : Tensor(), options.bias());
  reset_parameters();
}

void LinearImpl::reset_parameters() {
  init::kaiming_uniform_(weight, std::sqrt(5));
  if (!bias.defined()) return;
  const auto fan_in = std::get<0>(init::_calculate_fan_in_and_fan_out(weight));
  const double bound = fan_in > 0 ? 1 / std::sqrt(static_cast<double>(fan_in)) : 0;
  init::uniform_(bias, -bound, bound);
}

void LinearImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Linear(in_features=" << options.in_features() << ", out_features=" << options.out_features()
         << ", bias=" << (options.bias() ? "true" : "false") << ")";
}

Tensor LinearImpl::forward(const Tensor& input) { return functional::linear(input, weight, bias); }

FlattenImpl::FlattenImpl(FlattenOptions options_) : options(options_) {}
void FlattenImpl::reset() {}
void FlattenImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Flatten(start_dim=" << options.start_dim() << ", end_dim=" << options.end_dim() << ")";
}
Tensor FlattenImpl::forward(const Tensor& input) { return input.flatten(options.start_dim(), options.end_dim()); }

UnflattenImpl::UnflattenImpl(UnflattenOptions options_) : options(std::move(options_)) {}
void UnflattenImpl::reset() {}
void UnflattenImpl::pretty_print(std::ostream& stream) const {
  const auto& named = options.namedshape();
  if (named.empty()) {
    const auto& sizes = options.sizes();
    stream << "torch::nn::Unflatten(dim=" << options.dim() << ", unflattened_size={";
    for (std::size_t i = 0; i < sizes.size(); ++i) stream << (i > 0 ? ", " : "") << sizes[i];
    stream << "})";
    return;
  }
  stream << "torch::nn::Unflatten(dim=\"" << options.dimname() << "\", unflattened_size={";
  for (std::size_t i = 0; i < named.size(); ++i)
    stream << (i > 0 ? ", " : "") << "{\"" << named[i].first << "\", " << named[i].second << "}";
  stream << "})";
}
Tensor UnflattenImpl::forward(const Tensor& input) {
  modecheck::engine::sizes_as_numbers("Unflatten", input);
  MODECHECK_CHECK(options.namedshape().empty(), modecheck::engine::ErrorClass::Unsupported,
                  "Unflatten: named dimensions are not built, and the dimension '", options.dimname(),
                  "' is given by its name. Give its number");
  const std::int64_t dim = options.dim() < 0 ? options.dim() + input.dim() : options.dim();
  MODECHECK_CHECK(dim >= 0 && dim < input.dim(), modecheck::engine::ErrorClass::Index,
                  "Unflatten: dimension out of range: ", options.dim(), " of an input with ", input.dim(),
                  " dimensions");
  std::vector<std::int64_t> sizes(input.sizes().begin(), input.sizes().begin() + dim);
  sizes.insert(sizes.end(), options.sizes().begin(), options.sizes().end());
  sizes.insert(sizes.end(), input.sizes().begin() + dim + 1, input.sizes().end());
  return input.view(sizes);
}

BilinearImpl::BilinearImpl(const BilinearOptions& options_) : options(options_) { BilinearImpl::reset(); }

void BilinearImpl::reset() {
  weight =
      register_parameter("weight", at::empty({options.out_features(), options.in1_features(), options.in2_features()}));
  bias = register_parameter("bias", options.bias() ? at::empty(options.out_features()) : Tensor(), options.bias());
  reset_parameters();
}

void BilinearImpl::reset_parameters() {
  const double bound = 1 / std::sqrt(static_cast<double>(options.in1_features()));
  init::uniform_(weight, -bound, bound);
  if (bias.defined()) init::uniform_(bias, -bound, bound);
}

void BilinearImpl::pretty_print(std::ostream& stream) const {
  stream << "torch::nn::Bilinear(in1_features=" << options.in1_features() << ", in2_features=" << options.in2_features()
         << ", out_features=" << options.out_features() << ", bias=" << (options.bias() ? "true" : "false") << ")";
}

Tensor BilinearImpl::forward(const Tensor& input1, const Tensor& input2) {
  return functional::bilinear(input1, input2, weight, bias);
}

LinearImpl::LinearImpl(std::int64_t in_features, std::int64_t out_features)
    : LinearImpl(LinearOptions(in_features, out_features)) {}
UnflattenImpl::UnflattenImpl(std::int64_t dim, std::vector<std::int64_t> sizes)
    : UnflattenImpl(UnflattenOptions(dim, std::move(sizes))) {}
UnflattenImpl::UnflattenImpl(std::string dimname, UnflattenOptions::namedshape_t namedshape)
    : UnflattenImpl(UnflattenOptions(std::move(dimname), std::move(namedshape))) {}
BilinearImpl::BilinearImpl(std::int64_t in1_features, std::int64_t in2_features, std::int64_t out_features)
    : BilinearImpl(BilinearOptions(in1_features, in2_features, out_features)) {}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
