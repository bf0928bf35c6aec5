#include "audit/model/workload.h"

#include <torch/torch.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <sstream>

#include "audit/model/comparison.h"
#include "audit/model/graph_size.h"
#include "audit/model/held_state.h"
#include "audit/model/inputs.h"
#include "audit/model/instruction_counter.h"
#include "audit/model/tensors.h"
#include "audit/model/within.h"

namespace modecheck::audit {
namespace {

// libtorch optimizes a function after it has run a few times, so the first runs are not timed.
constexpr int runs_before_timing = 3;

std::string message_of(const std::exception& error) {
  if (const auto* own = dynamic_cast<const c10::Error*>(&error)) return own->what_without_backtrace();
  return error.what();
}

// Calls the function. Returns the message of the exception that it throws, or null.
template <typename Function>
nlohmann::json error_of(Function&& function) {
  try {
    std::forward<Function>(function)();
  } catch (const std::exception& error) {
    return message_of(error);
  }
  return nullptr;
}

nlohmann::json describe(const NamedTensors& outputs) {
  nlohmann::json described = nlohmann::json::array();
  for (const auto& [name, tensor] : outputs) {
    std::ostringstream dtype;
    dtype << tensor.scalar_type();
    described.push_back({{"name", name},
                         {"dtype", dtype.str()},
                         {"sizes", tensor.sizes().vec()},
                         {"is_inference", tensor.is_inference()},
                         {"is_view", tensor.is_view()},
                         {"requires_grad", tensor.requires_grad()}});
  }
  return described;
}

std::vector<at::Tensor> without_names(const NamedTensors& named) {
  std::vector<at::Tensor> tensors;
  for (const auto& pair : named) tensors.push_back(pair.second);
  return tensors;
}

}  // namespace

struct Workload::Run {
  nlohmann::json error;  // null, or a message
  NamedTensors outputs;
};

Workload::Workload(Request request) : request_(std::move(request)), inputs_(inputs_of(request_)) {
  training_ = torch::jit::load(request_.model).is_training();
}

nlohmann::json Workload::facts() const {
  nlohmann::json inputs = nlohmann::json::array();
  for (const c10::IValue& input : inputs_)
    inputs.push_back(input.isTensor() ? describe({{"", input.toTensor()}})[0]
                                      : nlohmann::json{{"kind", input.tagKind()}});
  return {{"training", training_}, {"inputs", inputs}};
}

Workload::Run Workload::run(torch::jit::Module& module, Mode mode) const {
  Run result;
  torch::manual_seed(0);
  std::vector<c10::IValue> inputs = copies_of(inputs_);
  result.error =
      error_of([&] { within(mode, [&] { result.outputs = tensors_of(module.forward(std::move(inputs))); }); });
  return result;
}

nlohmann::json Workload::later(torch::jit::Module& module) const {
  Run normal = run(module, Mode::Normal);
  nlohmann::json backward = nullptr;
  if (normal.error.is_null()) {
    backward = error_of([&] {
      for (const auto& [name, tensor] : normal.outputs)
        if (tensor.requires_grad()) tensor.sum().backward({}, true);
    });
  }
  return {{"normal", normal.error}, {"no_grad", run(module, Mode::NoGrad).error}, {"backward", backward}};
}

void Workload::time(Mode mode, nlohmann::json& result) const {
  using Clock = std::chrono::steady_clock;
  torch::jit::Module module = torch::jit::load(request_.model);
  const InstructionCounter counter;
  std::vector<double> seconds;
  std::optional<std::uint64_t> instructions;
  const Clock::time_point began = Clock::now();
  for (int i = 0; i < runs_before_timing || Clock::now() - began < std::chrono::duration<double>(request_.seconds);
       ++i) {
    std::vector<c10::IValue> inputs = copies_of(inputs_);
    within(mode, [&] {
      const auto counted = counter.read();
      const Clock::time_point start = Clock::now();
      const c10::IValue kept = module.forward(std::move(inputs));
      const Clock::time_point end = Clock::now();
      const auto now = counter.read();
      if (i < runs_before_timing) return;
      seconds.push_back(std::chrono::duration<double>(end - start).count());
      if (counted && now) instructions = std::min(instructions.value_or(~std::uint64_t{0}), *now - *counted);
    });
  }
  if (seconds.empty()) return;
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  result["seconds"] = *middle;
  if (instructions) result["instructions"] = *instructions;
}

nlohmann::json Workload::in_mode(Mode mode) {
  torch::jit::Module module = torch::jit::load(request_.model);
  const HeldState before(module);
  Run result = run(module, mode);
  if (result.error.is_null()) result = run(module, mode);
  const std::vector<at::Tensor> outputs = without_names(result.outputs);
  if (mode == Mode::Normal) {
    normal_failed_ = !result.error.is_null();
    // A later run may write the tensors that this run returned.
    for (const at::Tensor& output : outputs) normal_outputs_.push_back(output.detach().clone());
  }
  nlohmann::json described = {
      {"mode", name_of(mode)},     {"error", result.error},          {"outputs", describe(result.outputs)},
      {"against_normal", nullptr}, {"held", before.changes(module)}, {"nodes", graph_size(outputs)},
      {"seconds", nullptr},        {"instructions", nullptr}};
  if (result.error.is_null() && !normal_failed_) described["against_normal"] = compare(outputs, normal_outputs_);
  result.outputs.clear();
  described["later"] = later(module);
  if (result.error.is_null()) {
    const nlohmann::json error = error_of([&] { time(mode, described); });
    if (!error.is_null()) described["timing_error"] = error;
  }
  return described;
}

nlohmann::json Workload::loaded_inside() const {
  std::optional<torch::jit::Module> module;
  const nlohmann::json error = error_of([&] {
    const c10::InferenceMode guard;
    module = torch::jit::load(request_.model);
  });
  if (!module) return {{"error", error}};
  const Run inside = run(*module, Mode::Inference);
  std::size_t inference = 0;
  std::size_t all = 0;
  for (const auto& [name, tensor] : tensors_held_by(*module)) {
    ++all;
    if (tensor.is_inference()) ++inference;
  }
  return {{"error", inside.error}, {"tensors", all}, {"inference_tensors", inference}, {"later", later(*module)}};
}

}  // namespace modecheck::audit
