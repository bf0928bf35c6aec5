// Writes the model's state after a command as JSON: what each register holds, the storages and the recorded graph.
#pragma once

#include "docs/site/playground/json.h"
#include "reference/run/effect_player.h"
#include "spec/interface/observation.h"
#include "spec/model/state.h"

namespace modecheck::playground {

// The state after one command: the model, its observation, and the reference, which holds the values. All three must be
// from the same moment.
struct StateView {
  const spec::ModelState& model;
  const spec::Observation& observation;
  const reference::Player& player;
};

// Writes "threads": the modes of each thread, and its open guards with the outermost guard first.
void write_threads(Json& json, const StateView& state);

// Writes "registers": the tensor of each register, with the numbers of its storage, version counter and grad_fn node.
// Two registers with equal numbers share the object. "values" are in row-major order, at most kShownElements of them,
// or null if the reference does not know them. "version" counts from when the register took the tensor (V5).
void write_registers(Json& json, const StateView& state);

// Writes "storages": every storage in which a register's tensor or its gradient lies. "dtype" is the dtype in which the
// elements are written.
void write_storages(Json& json, const StateView& state);

// Writes "graph": every node that a register's grad_fn reaches, the latest first, with its edges and saved tensors. A
// saved tensor that was "written" since autograd saved it makes the backward fail (S2).
void write_graph(Json& json, const StateView& state);

constexpr int kShownElements = 64;

}  // namespace modecheck::playground
