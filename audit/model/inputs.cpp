#include "audit/model/inputs.h"

#include <torch/torch.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace modecheck::audit {
namespace {

c10::IValue copy_of(const c10::IValue& value) {
  if (value.isTensor()) return value.toTensor().defined() ? value.toTensor().clone() : value;
  if (value.isTensorList()) {
    std::vector<at::Tensor> copies;
    for (const at::Tensor& tensor : value.toTensorVector()) copies.push_back(tensor.clone());
    return copies;
  }
  return value;
}

std::vector<c10::IValue> read_inputs(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("the file " + file + " cannot be read");
  const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  const c10::IValue value = torch::pickle_load(bytes);
  if (value.isTuple()) return std::vector<c10::IValue>(value.toTuple()->elements());
  if (value.isTensor()) return {value};
  if (!value.isList())
    throw std::runtime_error("the file " + file + " holds neither a tensor nor a list or tuple of inputs");
  std::vector<c10::IValue> inputs;
  for (const c10::IValue& input : value.toListRef()) inputs.push_back(input);
  return inputs;
}

}  // namespace

std::vector<c10::IValue> inputs_of(const Request& request) {
  if (!request.inputs.empty()) return read_inputs(request.inputs);
  torch::manual_seed(0);
  std::vector<c10::IValue> inputs;
  for (const std::vector<std::int64_t>& shape : request.shapes) inputs.emplace_back(torch::rand(shape));
  return inputs;
}

std::vector<c10::IValue> copies_of(const std::vector<c10::IValue>& inputs) {
  std::vector<c10::IValue> copies;
  for (const c10::IValue& input : inputs) copies.push_back(copy_of(input));
  return copies;
}

}  // namespace modecheck::audit
