// The executable specification: what every command of a program must do to the metadata of every tensor.
//
//   ModelOptions options;
//   Model model(options, /*sink=*/nullptr, /*witness=*/nullptr);
//   model.reset();
//   Step step;
//   model.step(record, step);   // step.outcome, step.observation: what a subject has to show
//
// Read it in this order: modes.h (guards), state.h (what a tensor is), kinds.cpp (what Autograd and ADInplaceOrView do
// around every operator), graph.cpp (stale views, saving, backward). The tables are in spec/rules: result.cpp (sizes,
// strides and dtypes of results, wrong arguments), view.cpp, saving_table.cpp.
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

struct ModelOptions {
  DeviceKind device = DeviceKind::Cpu;
};

class ModelState;

class Model {
 public:
  // Without a sink nobody is told about values; without a witness every index is taken to be in range.
  Model(const ModelOptions& options, EffectSink* sink, const ValueWitness* witness);
  ~Model();
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  // The initial registers; their effects are played.
  void reset();

  // Runs one canonical command: its outcome (Ok, Dropped, or Error with the first reason in the order of E3 and all
  // reasons) and all that can be observed afterwards, but for the byte ranges.
  void step(const Record& record, Step& out);

  // What can be observed now; the mode is that of `thread`.
  void observe(int thread, Observation& out) const;

  // Whether the last observation found anything to look at anew; if not, the registers are as they were before it.
  bool observed_anew() const;

  // For whoever fills in bytes.
  StorageId storage_of(int reg) const;
  std::uint32_t storage_bytes(int reg) const;
  bool gradient_of(int reg, Geometry& out) const;  // false: it has no gradient

  // Whether the bytes of a storage follow from something that S3 does not promise (a gradient that depends on a hole).
  bool unpredictable(StorageId storage) const;

  // The rules that decided something in the last step.
  RuleSet rules() const;

  // Why the last step's command was dropped; None if it was not.
  Unspecified unspecified() const;

  // The same for states that no command can tell apart, but for values.
  StateKey key() const;

 private:
  std::unique_ptr<ModelState> state_;
};

}  // namespace modecheck::spec
