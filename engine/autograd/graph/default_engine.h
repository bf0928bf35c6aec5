// torch::autograd::Engine: what runs backward, as an object that a program may replace to give every saved tensor
// hooks.
#pragma once

#include <memory>

#include "engine/autograd/graph/node.h"
#include "engine/autograd/saved/saved_variable_hooks.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {

struct Engine {
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine();

  // The one of set_default_engine_stub, or an Engine as it is.
  static Engine& get_default_engine();
  // Runs backward from `roots`, whose gradients are `inputs`, and returns the gradients of `outputs`; without any it
  // accumulates into the leaves, as it does into the outputs themselves with `accumulate_grad`.
  virtual variable_list execute(const edge_list& roots, const variable_list& inputs, bool keep_graph, bool create_graph,
                                bool accumulate_grad, const edge_list& outputs = {});
  // Hooks for a tensor that is being saved; null for none.
  virtual std::unique_ptr<SavedVariableHooks> get_default_saved_variable_hooks() { return nullptr; }
};

using EngineStub = Engine& (*)();
// From here on get_default_engine() is what `stub` returns, on all threads. Null puts back the engine as it is.
void set_default_engine_stub(EngineStub stub);

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
