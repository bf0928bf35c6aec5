// Queries tell a generator more about the state than a subject can observe. The generator writes a program while the
// model runs it. A query changes nothing.
//
//   const Queries queries(model);
//   if (queries.look_back(reg).backward_is_possible) ...
#pragma once

#include <cstdint>

#include "spec/interface/effect.h"
#include "spec/interface/observation.h"
#include "spec/model/modes.h"

namespace modecheck::spec {

class Model;
struct ModelState;

// Describes the tensor that a register holds.
struct HeldTensor {
  std::uint32_t id = 0;                // equal for two registers that hold the same tensor
  const Geometry* geometry = nullptr;  // owned by the model, valid until the model's next step
  std::uint32_t storage_bytes = 0;
  bool inference = false;
  bool requires_grad = false;
  bool leaf = true;
  bool tracked_view = false;
  CreationMeta creation_meta = CreationMeta::NotAView;  // how the tracked view was made
  bool view_of_leaf = false;                            // the tensor is a tracked view of a leaf that requires grad
  bool has_fixed_history = false;  // the tensor is a tracked view whose creation meta forbids recorded writes
  bool stale = false;              // the tensor's grad_fn is out of date, and rule W5 forbids to regenerate it
  bool has_grad = false;
  bool on_host = false;  // the tensor is on the host although the program runs on another device
};

// Describes the autograd graph behind a register's tensor.
struct LookBack {
  bool backward_is_possible = false;  // the tensor has a graph, and no saved tensor of the graph was freed or written
  bool saved = false;                 // at least one node of the graph saved a tensor
  std::uint8_t registers = 0;         // one bit for each register whose tensor is part of the graph
};

class Queries {
 public:
  explicit Queries(const Model& model);

  // Returns true if the last step was rejected or dropped without a change of the state (rule E1).
  bool last_step_was_undone() const;

  const ModeState& mode(int thread) const;
  int open_guards(int thread) const;
  bool has_captured_state() const;

  HeldTensor held(int reg) const;
  LookBack look_back(int reg) const;
  // Returns true if the tensor's grad_fn saved a tensor.
  bool last_node_saved(int reg) const;

 private:
  const ModelState& state_;
};

}  // namespace modecheck::spec
