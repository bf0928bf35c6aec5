#include "engine/nn/containers/parameter_list.h"

#include "engine/nn/containers/print_parameters.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {

ParameterListImpl::ParameterListImpl() = default;

void ParameterListImpl::reset() {}

void ParameterListImpl::pretty_print(std::ostream& stream) const {
  detail::print_parameters(stream, "torch::nn::ParameterList", parameters_);
}

void ParameterListImpl::append(const at::Tensor& tensor) {
  register_parameter(std::to_string(parameters_.size()), tensor, tensor.requires_grad());
}

const at::Tensor& ParameterListImpl::at(std::size_t index) const {
  MODECHECK_CHECK(index < size(), modecheck::engine::ErrorClass::Argument, "Index out of range: ", index, " of ",
                  size(), " parameters");
  return parameters_[index].value();
}

}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
