#include "engine/autograd/graph/default_engine.h"

#include <atomic>

#include "engine/autograd/graph/engine.h"
#include "engine/autograd/saved/saved_tensor.h"

namespace torch {
inline namespace modecheck_v1 {
namespace autograd {
namespace {

std::atomic<EngineStub> default_engine{nullptr};

}  // namespace

Engine::~Engine() = default;

Engine& Engine::get_default_engine() {
  static Engine own;
  const EngineStub stub = default_engine.load();
  return stub == nullptr ? own : stub();
}

variable_list Engine::execute(const edge_list& roots, const variable_list& inputs, bool keep_graph, bool create_graph,
                              bool accumulate_grad, const edge_list& outputs) {
  return modecheck::engine::run_backward(
      {roots, inputs, keep_graph, create_graph, outputs, !outputs.empty() && !accumulate_grad});
}

void set_default_engine_stub(EngineStub stub) {
  default_engine = stub;
  modecheck::engine::default_saved_tensor_hooks = stub != nullptr;
}

}  // namespace autograd
}  // namespace modecheck_v1
}  // namespace torch
