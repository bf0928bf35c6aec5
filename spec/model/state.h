// The state of the model: data only. Tensors, storages, counters, nodes, edges and saved tensors lie in pools; an id is
// a place in its pool, 0 stands for none, and a program frees nothing. Every function of the model takes the state as
// its first argument, `m`. What is named `marks` decides nothing: it tells what cannot be judged (spec/limits/model).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "spec/interface/effect.h"
#include "spec/limits/model/marks.h"
#include "spec/limits/unspecified.h"
#include "spec/model/model.h"
#include "spec/model/modes.h"
#include "spec/model/undo.h"
#include "spec/program/program.h"
#include "spec/rules/result_plan.h"

namespace modecheck::spec {

struct StorageState {
  std::uint32_t bytes = 0;
  StorageMarks marks;
  bool on_host = false;  // though the subject's tensors are on a device
};

struct TensorState {
  TensorState() = default;
  TensorState(const Geometry& its_geometry, bool is_inference) : geometry(its_geometry), inference(is_inference) {}

  Geometry geometry;       // storage, sizes, strides, dtype, and the history of its elements (S3; 0: constants)
  CounterId counter = 0;   // V1: shared by aliases; V2: inference tensors have none
  bool inference = false;  // K1: for life
  bool requires_grad_flag = false;
  bool retains_grad = false;
  // W1: a tracked view.
  bool tracked = false;
  CreationMeta creation_meta = CreationMeta::NotAView;
  TensorId base = 0;              // the root, which is never a tracked view itself
  std::int32_t refreshed_at = 0;  // the version at which grad_fn was last right (W5)
  // The graph.
  NodeId grad_fn = 0;
  std::uint8_t output_nr = 0;  // which output of grad_fn it is
  NodeId accumulator = 0;      // of a leaf: the node at which its gradient arrives
  TensorId grad = 0;
  TensorMarks marks;
};

enum class NodeKind : std::uint8_t {
  Operator,
  ViewOperator,    // its outputs are its input's elements
  Accumulate,      // the gradient of a leaf arrives here
  CopySlices,      // W4: a write to a view, seen from the base
  NotImplemented,  // an operator without derivative
};

// Edges and saved tensors are ranges of pools. An edge leads to a node with a smaller id.
struct NodeState {
  NodeKind kind = NodeKind::Operator;
  OperationId operation = 0;            // the command that made it
  std::uint8_t thread = 0;              // on which it was made; of two threads' nodes none comes first
  bool freed = false;                   // S2: a backward has run it and did not keep the graph
  bool retained = false;                // some tensor retains the gradient that arrives here
  bool hooked = false;                  // some tensor has a hook here
  bool others_reach_the_first = false;  // gradients of later results go on to the first input alone
  NodeMarks marks;
  std::uint8_t edge_count = 0;
  std::uint8_t saved_count = 0;
  std::uint32_t first_edge = 0;
  std::uint32_t first_saved = 0;
  TensorId leaf = 0;   // Accumulate: whose gradient arrives
  Geometry outputs{};  // sizes and dtype of the (first) output when it was recorded
};

struct SavedTensor {
  CounterId counter = 0;  // 0: a copy of the node's own, which no later write changes
  std::int32_t version = 0;
  TensorId tensor = 0;
  StorageId storage = 0;
  bool is_input = false;
  Edge edge;  // where an input, or what the copy is of, was in the graph
};

struct RegisterState {
  TensorId tensor = 0;
  std::int32_t first_version = 0;  // V5
};

struct OpenGuard {
  ModeState before;  // the mode at its entry
  Extra guard = Extra::EnterInferenceMode;
  bool gone = false;  // destroyed, but its scope is still open (G8)
};

struct ThreadStates {
  ModeState mode;
  std::array<OpenGuard, kMaxCommands> guards;
  int open = 0;
};

// The tensor arguments of a call, in the order of its schema.
struct Operands {
  std::array<TensorId, Effect::max_inputs> tensors{};
  int count = 0;
  Operands() = default;
  explicit Operands(TensorId only) { add(only); }
  void add(TensorId tensor) { tensors[at(count++)] = tensor; }
  const TensorId* begin() const { return tensors.data(); }
  const TensorId* end() const { return tensors.data() + count; }
};

struct Results {
  std::array<TensorId, kMaxResults> tensors{};
  int count = 1;
};

// The answer to the command that runs: it is rejected, dropped, or succeeds.
struct Verdict {
  Reasons reasons;                              // why it is rejected (E2): the first in the order of E3, and all
  Unspecified unspecified = Unspecified::None;  // why it is dropped; to be rejected goes before
  RuleSet cited;                                // the rules that decided something

  template <typename... Rules>
  void cite(Rules... rules) {
    (cited.add(rules), ...);
  }
  template <typename... Rules>
  void reject(ErrorClass reason, Rules... by) {
    cite(by...);
    reasons.add(reason);
  }
  void leave_unspecified(Unspecified reason, bool holds = true) {
    if (holds && !is_unspecified()) unspecified = reason;
  }
  bool rejected() const { return !reasons.none(); }
  bool is_unspecified() const { return unspecified != Unspecified::None; }
  bool stopped() const { return rejected() || is_unspecified(); }
};

// A node, as a backward that is under way sees it.
struct NodeMark {
  bool reached = false;       // a gradient arrives
  bool needed = false;        // it is on a path to what is asked for
  std::uint8_t waiting = 0;   // gradients yet to arrive
  std::uint8_t uses = 0;      // edges into it from what the root depends on, where that was counted
  bool reachable = false;     // the root depends on it, where that was counted
  std::uint32_t arrived = 0;  // the outputs, a bit each, at which gradients arrive
  bool runs() const { return reached && needed; }
};

// One run of the engine, planned before anything changes.
struct Sweep {
  TensorId root = 0;
  Edge root_edge;
  TensorId seed = 0;        // the gradient of the root that was passed; 0: none
  bool whole_graph = true;  // false: only what lies on a path to `input`
  Edge input;               // grad(): where the gradient that it returns arrives
  bool keep_graph = false;
  bool input_reached = false;
  Reasons reasons;             // why it raises
  NodeId failing = 0;          // the node at which it stops
  bool fails_in_hook = false;  // in a hook, before the gradient is retained
  bool hook_writes = false;
  bool unpredictable = false;  // what it computes follows from something that S3 does not promise
  std::vector<NodeMark> marks;
};

struct ModelState : Verdict {
  ModelOptions options;
  EffectSink* sink = nullptr;             // nullptr: nobody is told about values
  const ValueWitness* witness = nullptr;  // nullptr: every index is in range

  std::vector<StorageState> storages;
  std::vector<std::int32_t> counters;  // versions
  std::vector<TensorState> tensors;
  std::vector<NodeState> nodes;
  std::vector<Edge> edges;
  std::vector<SavedTensor> saved;
  std::vector<RetainedGradient> retained;
  std::vector<TensorHook> hooks;  // in the order in which they were registered
  HistoryId histories = 0;
  SnapshotId snapshots = 0;
  std::array<RegisterState, kRegisters> registers{};
  std::array<TensorId, kMaxOperands + kMaxResults> parts{};  // registers of the parts of composites
  std::array<ThreadStates, kThreads> threads{};
  std::optional<ModeState> captured;  // G6
  bool some_on_host = false;          // a tensor was moved

  // The command that runs.
  ModeState* mode = nullptr;  // of its thread
  int thread = 0;
  OperationId operation = 0;
  bool on_host = false;  // where what it makes is
  RouteObservation route;
  Effect effect;           // the effect that is being put together, ...
  Effect backward_effect;  // ... but a backward's, during which others are played
  Undo undo;

  TensorId tensor_in(int reg) const {
    return reg < kRegisters ? registers[at(reg)].tensor : parts[at(reg - kRegisters)];
  }
  bool observed() const { return sink != nullptr; }
};

}  // namespace modecheck::spec
