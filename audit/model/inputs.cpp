#include "audit/model/inputs.h"

#include <torch/torch.h>

#include <fstream>
#include <iterator>
#include <stdexcept>

#include "audit/model/message.h"
#include "audit/model/value_functions.h"

namespace modecheck::audit {
namespace {

std::vector<c10::IValue> read_inputs(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw std::runtime_error("the file cannot be read");
  const std::vector<char> bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  const c10::IValue value = torch::pickle_load(bytes);
  if (value.isTuple()) return std::vector<c10::IValue>(value.toTuple()->elements());
  if (value.isTensor()) return {value};
  if (!value.isList())
    throw std::runtime_error(
        "the file holds neither a tensor nor a list or tuple of inputs; a dictionary that is the only input stands in "
        "a list, too");
  std::vector<c10::IValue> inputs;
  for (const c10::IValue& input : value.toListRef()) inputs.push_back(input);
  return inputs;
}

}  // namespace

std::vector<c10::IValue> inputs_of(const Request& request) {
  if (!request.inputs.empty()) {
    try {
      return read_inputs(request.inputs);
    } catch (const std::exception& error) {
      throw std::runtime_error("--inputs " + request.inputs + ": " + message_of(error) +
                               "; write the file by torch.save([x, y], FILE)");
    }
  }
  torch::manual_seed(0);
  std::vector<c10::IValue> inputs;
  for (const std::vector<std::int64_t>& shape : request.shapes) inputs.emplace_back(torch::rand(shape));
  return inputs;
}

void save_inputs(const std::vector<c10::IValue>& inputs, const std::string& file) {
  const std::vector<char> bytes = torch::pickle_save(list_of(inputs));
  std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::vector<c10::IValue> copies_of(const std::vector<c10::IValue>& inputs) {
  std::vector<c10::IValue> copies;
  for (const c10::IValue& input : inputs) copies.push_back(deep_copy(input));
  return copies;
}

}  // namespace modecheck::audit
