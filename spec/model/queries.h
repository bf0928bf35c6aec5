// Queries tells a generator, which writes a program while the model runs it, more about the state than a subject can
// observe. A query changes nothing.
//
//   const Queries queries(model);
//   if (queries.look_back(reg).backward_is_possible) ...
#pragma once

#include <cstdint>

#include "spec/interface/effect.h"
#include "spec/model/modes.h"

namespace modecheck::spec {

class Model;
struct ModelState;

// Describes the tensor that a register holds.
struct HeldTensor {
  std::uint32_t id = 0;                // two registers hold the same tensor if these are equal
  const Geometry* geometry = nullptr;  // owned by the model, valid until its next step
  std::uint32_t storage_bytes = 0;
  bool inference = false;
  bool requires_grad = false;
  bool leaf = true;
  bool tracked_view = false;
  bool view_of_leaf = false;       // a tracked view of a leaf that requires grad
  bool has_fixed_history = false;  // a tracked view whose creation meta forbids recorded writes
  bool stale = false;              // its grad_fn must be regenerated, and its creation meta forbids that (W5)
  bool has_grad = false;
  bool on_host = false;  // the tensor is on the host in a program for a device
};

// Describes the autograd graph behind a register's tensor.
struct LookBack {
  bool backward_is_possible = false;  // there is a graph, and no saved tensor was freed or written
  bool saved = false;                 // some node of the graph saved a tensor
  std::uint8_t registers = 0;         // a bit for each register whose tensor is part of the graph
};

class Queries {
 public:
  explicit Queries(const Model& model);

  // Whether the last step was rejected or dropped without a change of the state (E1).
  bool last_step_was_undone() const;

  const ModeState& mode(int thread) const;
  int open_guards(int thread) const;
  bool has_captured_state() const;

  HeldTensor held(int reg) const;
  LookBack look_back(int reg) const;
  // Whether the node that made the tensor saved a tensor.
  bool last_node_saved(int reg) const;

 private:
  const ModelState& state_;
};

}  // namespace modecheck::spec
