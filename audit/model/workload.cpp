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
#include "audit/model/message.h"
#include "audit/model/operator_watch.h"
#include "audit/model/tensors.h"
#include "audit/model/value_functions.h"
#include "audit/model/within.h"

namespace modecheck::audit {
namespace {

// libtorch optimizes a function after it has run a few times, so the first runs are not timed.
constexpr int runs_before_timing = 3;

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
  nlohmann::json frame;
  std::vector<double> numbers;
  std::int64_t input_version_bumps = 0;
  std::optional<OperatorWatch::Counts> counts;
};

Workload::Workload(Request request, std::vector<c10::IValue> inputs) : request_(std::move(request)) {
  const torch::jit::Module module = torch::jit::load(request_.model, at::kCPU);
  training_ = module.is_training();
  parameters_ = module.get_method("forward").num_inputs() - 1;
  inputs_ = fitted_to(module, std::move(inputs));
}

nlohmann::json Workload::facts() const {
  nlohmann::json inputs = nlohmann::json::array();
  for (const c10::IValue& input : inputs_)
    inputs.push_back(input.isTensor() ? describe({{"", input.toTensor()}})[0]
                                      : nlohmann::json{{"kind", input.tagKind()}});
  return {{"training", training_}, {"inputs", inputs}, {"parameters_of_forward", parameters_}};
}

Workload::Run Workload::run(torch::jit::Module& module, Mode mode) const {
  Run result;
  torch::manual_seed(0);
  std::vector<c10::IValue> inputs = copies_of(inputs_);
  std::vector<std::pair<at::Tensor, std::int64_t>> versions;
  for (const c10::IValue& input : inputs)
    for (const auto& [name, tensor] : tensors_of(input)) versions.emplace_back(tensor, tensor._version());
  result.error = error_of([&] {
    within(mode, [&] {
      const OperatorWatch watch;
      const c10::IValue returned = module.forward(std::move(inputs));
      result.counts = watch.counts();
      result.outputs = tensors_of(returned);
      result.frame = frame_of(returned, result.numbers);
    });
  });
  for (const auto& [tensor, version] : versions) result.input_version_bumps += tensor._version() - version;
  return result;
}

// Returns what the run did, by the library's operators if it lets them be watched, and otherwise by the tensors that
// are there after the run.
nlohmann::json Workload::counted_of(const Run& run, const nlohmann::json& changes) {
  if (run.counts)
    return {{"operators", run.counts->operators},
            {"version_bumps", run.counts->version_bumps},
            {"views", run.counts->views}};
  std::int64_t bumps = run.input_version_bumps;
  for (const nlohmann::json& change : changes) bumps += change["version_bumps"].get<std::int64_t>();
  return {{"operators", nullptr}, {"version_bumps", bumps}, {"views", nullptr}};
}

Workload::Returned Workload::returned_by(const Run& run) {
  Returned out{run.frame, without_names(run.outputs)};
  if (!run.numbers.empty()) out.tensors.push_back(torch::tensor(run.numbers, at::kDouble));
  return out;
}

void Workload::compare_with_normal(const Run& run, nlohmann::json& described) const {
  const Returned returned = returned_by(run);
  if (returned.frame != normal_.frame) {
    described["against_normal"] =
        different("forward returned " + returned.frame.dump() + ", not " + normal_.frame.dump());
    return;
  }
  const nlohmann::json error =
      error_of([&] { described["against_normal"] = compare(returned.tensors, normal_.tensors); });
  if (!error.is_null()) described["not_compared"] = error;
}

nlohmann::json Workload::state_against_normal(const nlohmann::json& changes, const torch::jit::Module& module) const {
  nlohmann::json differences = nlohmann::json::array();
  const auto add = [&](const std::string& name, const nlohmann::json& comparison) {
    if (comparison["close"]) return;
    differences.push_back({{"name", name}, {"largest_difference", comparison["largest_difference"]}});
    if (comparison.contains("reason")) differences.back()["reason"] = comparison["reason"];
  };
  std::map<std::string, at::Tensor> held;
  for (const auto& [name, tensor] : tensors_held_by(module)) held.emplace(name, tensor);
  for (const auto& [name, expected] : normal_state_) {
    const auto found = held.find(name);
    add(name, found == held.end() ? different("only normal mode leaves it") : compare({found->second}, {expected}));
  }
  for (const nlohmann::json& change : changes)
    if (change["changed"] && normal_state_.count(change["name"].get<std::string>()) == 0)
      add(change["name"], different("normal mode does not change it"));
  return differences;
}

// Runs another copy of the model in normal mode, and says whether it returns the same. A model may use a clock, or
// random numbers of its own.
bool Workload::repeats() const {
  torch::jit::Module module = torch::jit::load(request_.model, at::kCPU);
  run(module, Mode::Normal);
  const Run again = run(module, Mode::Normal);
  nlohmann::json described;
  if (again.error.is_null()) compare_with_normal(again, described);
  const nlohmann::json& comparison = described["against_normal"];
  return again.error.is_null() && (comparison.is_null() || comparison["close"].get<bool>());
}

// Calls each method that takes no argument, after two runs of forward in the mode.
nlohmann::json Workload::failing_methods(Mode mode) const {
  nlohmann::json failing = nlohmann::json::object();
  torch::jit::Module probe = torch::jit::load(request_.model, at::kCPU);
  for (const auto& method : probe.get_methods()) {
    const std::string name = method.name();
    if (name == "forward" || name.rfind("__", 0) == 0 || method.num_inputs() != 1) continue;
    torch::jit::Module module = torch::jit::load(request_.model, at::kCPU);
    run(module, mode);
    run(module, mode);
    const nlohmann::json error = error_of([&] { module.get_method(name)({}); });
    if (!error.is_null()) failing[name] = error;
  }
  return failing;
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
  torch::jit::Module module = torch::jit::load(request_.model, at::kCPU);
  const InstructionCounter counter;
  std::vector<double> seconds;
  std::optional<std::uint64_t> instructions;
  const Clock::time_point began = Clock::now();
  // A slow model is timed once.
  for (int i = 0; seconds.empty() || Clock::now() - began < std::chrono::duration<double>(request_.seconds); ++i) {
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
  const auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  result["seconds"] = *middle;
  if (instructions) result["instructions"] = *instructions;
}

nlohmann::json Workload::in_mode(Mode mode) {
  torch::jit::Module module = torch::jit::load(request_.model, at::kCPU);
  const HeldState before(module);
  Run result = run(module, mode);
  std::int64_t input_version_bumps = result.input_version_bumps;
  nlohmann::json counted;
  if (result.error.is_null()) {
    const HeldState between(module);
    result = run(module, mode);
    input_version_bumps += result.input_version_bumps;
    counted = counted_of(result, between.changes(module));
  }
  const nlohmann::json changes = before.changes(module);
  if (mode == Mode::Normal) {
    normal_failed_ = !result.error.is_null();
    normal_ = returned_by(result);
    // A later run may write the tensors that this run returned, and those that the model holds.
    for (at::Tensor& output : normal_.tensors) output = output.detach().clone();
    for (const auto& [name, tensor] : tensors_held_by(module))
      for (const nlohmann::json& change : changes)
        if (change["name"] == name) normal_state_[name] = tensor.detach().clone();
  }
  nlohmann::json described = {{"mode", name_of(mode)},
                              {"error", result.error},
                              {"outputs", describe(result.outputs)},
                              {"against_normal", nullptr},
                              {"input_version_bumps", input_version_bumps},
                              {"run", counted},
                              {"held", changes},
                              {"state", nullptr},
                              {"nodes", graph_size(without_names(result.outputs))},
                              {"seconds", nullptr},
                              {"instructions", nullptr}};
  if (result.error.is_null() && !normal_failed_) {
    compare_with_normal(result, described);
    if (mode == Mode::Normal) described["repeats"] = repeats();
    const nlohmann::json error = error_of([&] { described["state"] = state_against_normal(changes, module); });
    if (!error.is_null()) described["not_compared"] = error;
  }
  result = Run();
  described["later"] = later(module);
  if (described["error"].is_null()) {
    described["later"]["methods"] = failing_methods(mode);
    const nlohmann::json error = error_of([&] { time(mode, described); });
    if (!error.is_null()) described["timing_error"] = error;
  }
  return described;
}

nlohmann::json Workload::loaded_inside() const {
  std::optional<torch::jit::Module> module;
  const nlohmann::json error = error_of([&] {
    const c10::InferenceMode guard;
    module = torch::jit::load(request_.model, at::kCPU);
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
