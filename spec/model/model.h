// The executable specification: what every command of a program must do to the metadata of every tensor.
//
//   ModelOptions options;
//   Model model(options, /*sink=*/nullptr, /*oracle=*/nullptr);
//   model.reset();
//   Step step;
//   model.step(record, step);   // step.outcome, step.observation: what a subject has to show
//
// The files to read in the first hour, in this order, with their lines (docs/SPECIFICATION.md asks ten questions):
//   model.h         87  this: what the model answers to a command
//   rules.cpp      137  the rules by id, each in a sentence or two
//   modes.h         60  the modes of a thread, and what each guard does to them
//   state.h        209  what a tensor, a node and a backward are
//   kinds.cpp      459  what Autograd and ADInplaceOrView do around each kind of operator
//   graph.cpp      168  who requires grad, stale views, saved tensors, histories
//   backward.cpp   277  which gradients are computed, and what a backward raises
//   commands.cpp   203  guards, flags, reads: all commands that are not operators
// Further reading. spec/model/further: operators.cpp (which kind each operator is), hooks.cpp, saved_tensors_hooks.cpp,
// retained.cpp, double_backward.cpp, custom.cpp, lists.cpp, batch_norm.cpp, composites.cpp, shared_storage.cpp (set_,
// set_data, .data, resize_), devices.cpp, leaves.cpp, save_load.cpp. Beside this file: values.cpp (effects), undo.cpp,
// observe.cpp, queries.cpp (for generators), state_key.cpp. The tables of operators are in spec/rules, other composites
// in spec/composites, and what the harness cannot judge is in spec/limits.
#pragma once

#include <cstdint>
#include <memory>

#include "spec/interface/effect.h"
#include "spec/interface/observation.h"
#include "spec/interface/trace.h"
#include "spec/limits/unspecified.h"
#include "spec/model/rules.h"
#include "spec/model/state_key.h"
#include "spec/program/record.h"

namespace modecheck::spec {

struct ModelState;

struct ModelOptions {
  DeviceKind device = DeviceKind::Cpu;
};

class Model {
 public:
  // The model reports effects on values to `sink`. If `oracle` is null, the model takes every index to be in range.
  Model(const ModelOptions& options, EffectSink* sink, const ValueOracle* oracle);
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  // Starts a program: makes the initial registers and reports their effects.
  void reset();

  // Runs one canonical command. `out` gets the outcome: Ok, Dropped, or Error with the first reason in the order of
  // rule E3 and all reasons. `out` also gets everything that can be observed afterwards except the byte ranges.
  void step(const Record& record, Step& out);

  // Observes the present registers, and the modes of `thread`.
  void observe(int thread, Observation& out) const;

  // Returns true if the last observation read the registers anew. If false, they are as in the observation before.
  bool observed_anew() const;

  // Functions for the code that fills in the byte ranges of an observation.
  StorageId storage_of(int reg) const;
  std::uint32_t storage_bytes(int reg) const;
  bool gradient_of(int reg, Geometry& out) const;  // returns false if there is no gradient

  // Returns true if rule S3 does not promise a storage's bytes, for example of a gradient after a write through .data
  // (H).
  bool unpredictable(StorageId storage) const;

  RuleSet rules() const;            // returns the rules that the last step applied
  Unspecified unspecified() const;  // returns why the last step's command was dropped; None if it was not dropped

  // Returns a key of the state. If two states have the same key, the same commands behave alike, except through values.
  StateKey key() const;

  const ModelState& state() const;  // for spec/model/queries.h, and for tools that draw the recorded graph

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace modecheck::spec
