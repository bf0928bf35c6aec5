#include "engine/nn/containers/parameter_dict.h"

#include "engine/nn/containers/print_parameters.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

ParameterDictImpl::ParameterDictImpl() = default;

ParameterDictImpl::ParameterDictImpl(const OrderedDict<std::string, at::Tensor>& parameters) {
  parameters_ = parameters;
}

std::vector<std::string> ParameterDictImpl::keys() const { return parameters_.keys(); }

std::vector<at::Tensor> ParameterDictImpl::values() const { return parameters_.values(); }

void ParameterDictImpl::clear() { parameters_.clear(); }

void ParameterDictImpl::reset() {}

void ParameterDictImpl::pretty_print(std::ostream& stream) const {
  detail::print_parameters(stream, "torch::nn::ParameterDict", parameters_);
}

at::Tensor& ParameterDictImpl::insert(std::string key, at::Tensor tensor) {
  const bool requires_grad = tensor.requires_grad();
  return register_parameter(std::move(key), std::move(tensor), requires_grad);
}

at::Tensor ParameterDictImpl::pop(const std::string& key) {
  at::Tensor out = parameters_[key];
  parameters_.erase(key);
  return out;
}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
