#include "engine/nn/utils/convert_parameters.h"

#include "engine/nn/operators.h"
#include "engine/tracing/sizes_as_numbers.h"

namespace torch {
inline namespace modecheck_v1 {
namespace nn {
namespace utils {

namespace {

void check_devices(const std::vector<at::Tensor>& parameters) {
  for (const at::Tensor& parameter : parameters)
    MODECHECK_ARGUMENT(parameter.device() == parameters[0].device(),
                       "Found two parameters on different devices, this is currently not supported: ",
                       parameters[0].device(), " and ", parameter.device());
}

}  // namespace

at::Tensor parameters_to_vector(const std::vector<at::Tensor>& parameters) {
  check_devices(parameters);
  std::vector<at::Tensor> parts;
  for (const at::Tensor& parameter : parameters) parts.push_back(parameter.view({-1}));
  return at::cat(parts);
}

void vector_to_parameters(const at::Tensor& vec, std::vector<at::Tensor> parameters) {
  modecheck::engine::sizes_as_numbers("vector_to_parameters", parameters);
  check_devices(parameters);
  std::int64_t begin = 0;
  for (at::Tensor& parameter : parameters) {
    const std::int64_t count = parameter.numel();
    MODECHECK_ARGUMENT(begin + count <= vec.numel(), "the vector has ", vec.numel(),
                       " numbers, which are too few for the parameters");
    parameter.set_data(vec.slice(0, begin, begin + count).view_as(parameter).detach());
    begin += count;
  }
}

}  // namespace utils
}  // namespace nn
}  // namespace modecheck_v1
}  // namespace torch
