// Measures what every operator of the catalogue costs on Meta tensors, on fake tensors, and on fake tensors with
// symbolic sizes, in instructions. With symbolic sizes, the first call of a mode and a later one with equal arguments
// are measured, because a mode remembers what a call gave. The program runs under callgrind:
//
//   fake_costs >RECIPES
//   valgrind --tool=callgrind --collect-atstart=no fake_costs RECIPES CALLS
//
// The first command looks for arguments that each operator accepts. The second makes one dump for each operator and
// kind of tensor, with "OPERATOR | KIND" as its description. Only the calls count, not the preparation of their
// arguments. Operators that take no tensor, or that need elements, are left out. A model is measured as well.
#include <torch/fake_tensor.h>
#include <valgrind/callgrind.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "ATen/ATen.h"
#include "bench/measure_operators.h"
#include "tests/support/schema_call.h"

namespace modecheck::bench {
namespace {

using Change = std::function<at::Tensor(const at::Tensor&)>;

// Replaces every tensor among the arguments. Returns how many there were.
int replace_tensors(torch::jit::Stack& stack, const Change& change) {
  int out = 0;
  const auto replace = [&](at::Tensor& tensor) {
    if (!tensor.defined()) return;
    tensor = change(tensor);
    ++out;
  };
  for (c10::IValue& value : stack) {
    if (value.isTensor()) {
      replace(value.toTensor());
    } else if (value.isTensorList()) {
      std::vector<at::Tensor> list = value.toTensorVector();
      for (at::Tensor& tensor : list) replace(tensor);
      value = list;
    } else if (value.isOptionalTensorList()) {
      std::vector<c10::optional<at::Tensor>> list = value.toOptionalTensorVector();
      for (c10::optional<at::Tensor>& tensor : list)
        if (tensor.has_value()) replace(*tensor);
      value = list;
    }
  }
  return out;
}

// Counts instructions as long as it exists, also if the call raises an error.
class Counting {
 public:
  Counting() { CALLGRIND_TOGGLE_COLLECT; }
  ~Counting() { CALLGRIND_TOGGLE_COLLECT; }
  Counting(const Counting&) = delete;
  Counting& operator=(const Counting&) = delete;
};

enum class Kind { Meta, Fake, Symbols, SymbolsAgain };
constexpr Kind kKinds[] = {Kind::Meta, Kind::Fake, Kind::Symbols, Kind::SymbolsAgain};
constexpr const char* kNames[] = {"meta", "fake", "symbols", "symbols again"};

// Calls the operator once, and counts its instructions. Each call has a mode of its own, so no call profits from the
// guards of another one, except for the second one of SymbolsAgain. Returns false if the call has no tensors.
bool call_once(const SchemaRow& row, const c10::OperatorHandle& op, const Recipe& recipe, Kind kind) {
  std::optional<torch::FakeTensorMode> mode;
  if (kind == Kind::Fake) mode.emplace();
  if (kind == Kind::Symbols || kind == Kind::SymbolsAgain) mode.emplace(std::make_shared<torch::ShapeEnv>());
  const auto prepare = [&](torch::jit::Stack& stack) {
    stack = arguments(row, recipe, at::ones(recipe.sizes, recipe.dtype), fresh_out(recipe));
    return replace_tensors(stack, [&](const at::Tensor& real) {
      if (kind == Kind::Meta) return real.to(at::kMeta);
      return mode->from_tensor(real);
    });
  };
  torch::jit::Stack stack;
  if (prepare(stack) == 0) return false;
  torch::jit::Stack earlier;
  if (kind == Kind::SymbolsAgain) static_cast<void>(prepare(earlier));
  std::optional<torch::FakeTensorModeGuard> guard;
  if (mode) guard.emplace(*mode);
  if (kind == Kind::SymbolsAgain) op.callBoxed(earlier);
  // The mode keeps fake arguments alive. So that all kinds are alike, no argument is destroyed while the call is
  // counted.
  torch::jit::Stack kept = stack;
  {
    const Counting counting;
    op.callBoxed(stack);
  }
  for (torch::jit::Stack* const one : {&kept, &earlier, &stack}) one->clear();  // before the mode is destroyed
  return true;
}

void measure(const SchemaRow& row, const Recipe& recipe, int calls) {
  const c10::OperatorHandle op = handle_of(row);
  // Tries the operator on all kinds of tensors before anything is counted.
  for (const Kind kind : kKinds) {
    try {
      if (!call_once(row, op, recipe, kind)) return;
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s on %s tensors: %s\n", row.name().c_str(), kNames[static_cast<int>(kind)], error.what());
      return;
    }
  }
  for (const Kind kind : kKinds) {
    // The first two calls are not counted, because they fill free lists and caches.
    for (int i = -2; i < calls; ++i) {
      if (i == 0) CALLGRIND_ZERO_STATS;
      call_once(row, op, recipe, kind);
    }
    const std::string label = row.name() + " | " + kNames[static_cast<int>(kind)];
    CALLGRIND_DUMP_STATS_AT(label.c_str());
  }
}

// Computes a model of 12 equal blocks. Each is a layer of normalisation, attention to one head, and two linear layers.
at::Tensor run_model(at::Tensor x, const std::vector<at::Tensor>& weights) {
  for (int block = 0; block < 12; ++block) {
    const at::Tensor normal = at::layer_norm(x, {x.size(2)}, weights[0], weights[1]);
    const at::Tensor query = at::linear(normal, weights[2], weights[1]);
    const at::Tensor key = at::linear(normal, weights[3], weights[1]);
    const at::Tensor scores = at::matmul(query, key.transpose(1, 2)).mul(0.25);
    x = x.add(at::matmul(at::softmax(scores, -1), normal));
    x = x.add(at::linear(at::gelu(at::linear(x, weights[2], weights[0])), weights[3], weights[1]));
  }
  return x;
}

void measure_model(int calls) {
  const std::vector<at::Tensor> real = {at::ones({16}), at::zeros({16}), at::ones({16, 16}), at::ones({16, 16})};
  for (const Kind kind : kKinds) {
    for (int i = -2; i < calls; ++i) {
      if (i == 0) CALLGRIND_ZERO_STATS;
      std::optional<torch::FakeTensorMode> mode;
      if (kind == Kind::Fake) mode.emplace();
      if (kind == Kind::Symbols || kind == Kind::SymbolsAgain) mode.emplace(std::make_shared<torch::ShapeEnv>());
      const auto made = [&](const at::Tensor& tensor) {
        return mode ? mode->from_tensor(tensor) : tensor.to(at::kMeta);
      };
      std::vector<at::Tensor> weights;
      for (const at::Tensor& weight : real) weights.push_back(made(weight));
      const at::Tensor x = made(at::ones({4, 8, 16}));
      std::optional<torch::FakeTensorModeGuard> guard;
      if (mode) guard.emplace(*mode);
      if (kind == Kind::SymbolsAgain) run_model(x, weights);
      at::Tensor out;
      {
        const Counting counting;
        out = run_model(x, weights);
      }
      if (mode && mode->shape_env() && mode->symbolic_geometry(out).sizes[0].constant().has_value())
        throw std::runtime_error("the sizes of the model have become numbers, so its costs say nothing of symbols");
    }
    const std::string label = std::string("a model of 12 equal blocks | ") + kNames[static_cast<int>(kind)];
    CALLGRIND_DUMP_STATS_AT(label.c_str());
  }
}

}  // namespace
}  // namespace modecheck::bench

int main(int argc, char** argv) {
  const int out = modecheck::bench::measure_operators(argc, argv, &modecheck::bench::measure);
  if (out == 0 && argc == 3) modecheck::bench::measure_model(std::atoi(argv[2]));
  return out;
}
