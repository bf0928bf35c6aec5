// Declares torch::autograd::Engine, the object that runs backward. A program can replace it to attach hooks to every
// saved tensor.
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

  // Returns the engine that the function given to set_default_engine_stub() returns, or the library's own engine
  // without such a function.
  static Engine& get_default_engine();
  // Runs backward from `roots` with the gradients `inputs` and returns the gradients of `outputs`. Without `outputs`
  // the gradients accumulate into the leaves, and with `accumulate_grad` they accumulate into the outputs. Raises an
  // error of the graph's nodes, for example if a saved tensor was written (rule S2).
  virtual variable_list execute(const edge_list& roots, const variable_list& inputs, bool keep_graph, bool create_graph,
                                bool accumulate_grad, const edge_list& outputs = {});
  // Returns the hooks with which a tensor that is being saved is packed, or null for none.
  virtual std::unique_ptr<SavedVariableHooks> get_default_saved_variable_hooks() { return nullptr; }
};

using EngineStub = Engine& (*)();
// Replaces the engine that runs backward: from now on get_default_engine() returns the result of `stub` on all threads.
// Null restores the default.
void set_default_engine_stub(EngineStub stub);

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
