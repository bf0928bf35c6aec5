// What whoever writes a program while the model runs it asks about the state, beyond what can be observed. Nothing
// changes by asking.
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

// A register's tensor.
struct HeldTensor {
  std::uint32_t id = 0;                // two registers hold the same tensor if these are equal
  const Geometry* geometry = nullptr;  // of the model, until its next step
  std::uint32_t storage_bytes = 0;
  bool inference = false;
  bool requires_grad = false;
  bool leaf = true;
  bool tracked_view = false;
  bool view_of_leaf = false;       // a tracked view of a leaf that requires grad
  bool has_fixed_history = false;  // a tracked view whose creation meta forbids recorded writes
  bool stale = false;              // it has to be regenerated, and its creation meta forbids that (W5)
  bool has_grad = false;
  bool on_host = false;  // though the subject's tensors are on a device
};

// The graph behind a register's tensor.
struct LookBack {
  bool backward_is_possible = false;  // there is a graph, and nothing that it saved was freed or written since
  bool saved = false;                 // some node of the graph saved something
  std::uint8_t registers = 0;         // whose tensors are part of it, a bit each
};

class Queries {
 public:
  explicit Queries(const Model& model);

  // Whether the last step was rejected or dropped, and left the state as it was (E1).
  bool last_step_was_undone() const;

  const ModeState& mode(int thread) const;
  int open_guards(int thread) const;
  bool has_captured_state() const;

  HeldTensor held(int reg) const;
  LookBack look_back(int reg) const;
  // Whether the node that made the tensor saved something.
  bool last_node_saved(int reg) const;

 private:
  const ModelState& state_;
};

}  // namespace modecheck::spec
