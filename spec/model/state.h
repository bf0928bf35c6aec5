// The state of the model: data only. Tensors, storages, counters, nodes, edges and saved tensors lie in pools; an id is
// an index, and nothing is freed. Entry 0 means "none", but can be read: tensor 0 never requires grad. Every function
// takes the state as its first argument, `m`. Fields `marks` of storages, tensors and nodes decide no rule; they say
// which commands the harness cannot judge (spec/limits/model). A history is `Geometry::history`, which ties elements to
// a recorded computation (S3). docs/SPECIFICATION.md explains further words.
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
#include "spec/rules/output_meta.h"

namespace modecheck::spec {

struct StorageState {
  std::uint32_t bytes = 0;
  StorageMarks marks;
  bool on_host = false;  // the storage is on the host although the subject runs on a device (P7)
};

struct TensorState {
  TensorState() = default;
  TensorState(const Geometry& its_geometry, bool is_inference) : geometry(its_geometry), inference(is_inference) {}

  Geometry geometry;       // storage, sizes, strides, dtype, and history (S3; 0: the elements are constants)
  CounterId counter = 0;   // V1: aliases share the counter; V2: inference tensors have none
  bool inference = false;  // K1, K3: never changes
  bool requires_grad_flag = false;
  bool retains_grad = false;
  // W1: a tracked view.
  bool tracked = false;
  CreationMeta creation_meta = CreationMeta::NotAView;  // listed in spec/interface/observation.h
  TensorId base = 0;                                    // never a tracked view itself
  std::int32_t refreshed_at = 0;                        // the version at which grad_fn was last up to date (W5)
  // The graph. As in PyTorch, a tensor without grad_fn is a leaf.
  NodeId grad_fn = 0;
  std::uint8_t output_nr = 0;  // which output of grad_fn this tensor is
  NodeId accumulator = 0;      // the AccumulateGrad node of a leaf
  TensorId grad = 0;
  TensorMarks marks;
};

enum class NodeKind : std::uint8_t {
  Operator,
  ViewOperator,    // its outputs are elements of its input
  Accumulate,      // AccumulateGrad: the gradient of a leaf arrives here
  CopySlices,      // W4: the base's node for a write to one of its views
  NotImplemented,  // an operator whose derivative is not implemented: it raises when a backward runs it
};

// The edges and saved tensors of a node are ranges of their pools. An edge leads to a node with a smaller id.
struct NodeState {
  NodeKind kind = NodeKind::Operator;
  OperationId operation = 0;            // the operation that made the node
  std::uint8_t thread = 0;              // the thread that made it; nodes of two threads have no fixed order
  bool freed = false;                   // S2: a backward ran it without retain_graph
  bool retained = false;                // some tensor retains the gradient that arrives here
  bool hooked = false;                  // some tensor has a hook here
  bool others_reach_the_first = false;  // layer norm: later results send gradients to input 0 only (passes_by)
  NodeMarks marks;
  std::uint8_t edge_count = 0;
  std::uint8_t saved_count = 0;
  std::uint32_t first_edge = 0;
  std::uint32_t first_saved = 0;
  TensorId leaf = 0;   // Accumulate: the leaf whose gradient arrives
  Geometry outputs{};  // sizes and dtype of the first output when the node was recorded
};

struct SavedTensor {
  CounterId counter = 0;  // 0: the node saved a copy of its own, which no later write changes
  std::int32_t version = 0;
  TensorId tensor = 0;
  StorageId storage = 0;
  bool is_input = false;
  Edge edge;  // edge_of the input (or of the copied tensor) when the node was made
};

struct RegisterState {
  TensorId tensor = 0;
  std::int32_t first_version = 0;  // V5: its version when the register took it
};

struct OpenGuard {
  ModeState before;  // the mode when the guard was entered
  BuiltinCommand guard = BuiltinCommand::EnterInferenceMode;
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

// The answer to the current command: it succeeds, is rejected (raises), or is dropped (no subject runs it).
struct Verdict {
  Reasons reasons;                              // why it is rejected (spec/interface/error_class.h), E3's first and all
  Unspecified unspecified = Unspecified::None;  // why it is dropped (by limits::, too); a rejection takes precedence
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

// The plan of one backward for one node.
struct NodeMark {
  bool reached = false;       // a gradient arrives
  bool needed = false;        // the node is on a path to a requested gradient
  std::uint8_t waiting = 0;   // how many gradients have yet to arrive
  std::uint8_t uses = 0;      // if counted: edges to this node from nodes that the root depends on
  bool reachable = false;     // if counted: the root depends on this node
  std::uint32_t arrived = 0;  // a bit for each output at which a gradient arrives
  bool runs() const { return reached && needed; }
};

// One run of PyTorch's autograd engine, planned before anything changes.
struct Sweep {
  TensorId root = 0;
  Edge root_edge;
  TensorId seed = 0;        // the gradient of the root that was passed; 0: none
  bool whole_graph = true;  // false: only nodes on a path to `input` run
  Edge input;               // grad(): where the returned gradient arrives
  bool keep_graph = false;
  bool input_reached = false;
  Reasons reasons;             // why the run raises
  NodeId failing = 0;          // the node that raises
  bool fails_in_hook = false;  // a hook of that node raises, before the gradient is retained
  bool hook_writes = false;
  bool unpredictable = false;   // S3 does not promise the computed gradients
  std::vector<NodeMark> marks;  // by node id; unlike the other `marks`, these decide what the backward does
};

struct ModelState : Verdict {
  ModelOptions options;
  EffectSink* sink = nullptr;           // nullptr: effects on values are not reported
  const ValueOracle* oracle = nullptr;  // nullptr: every index is in range

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
  std::array<TensorId, kMaxOperands + kMaxResults> parts{};  // extra registers for sub-operations of composites
  std::array<ThreadStates, kThreads> threads{};
  std::optional<ModeState> captured;  // G6
  bool some_on_host = false;          // some tensor was moved between device and host

  // The current command.
  ModeState* mode = nullptr;  // the modes of its thread
  int thread = 0;
  OperationId operation = 0;
  bool on_host = false;  // whether its results are on the host
  RouteObservation route;
  Effect effect;           // scratch for the effect to be played next
  Effect backward_effect;  // separate, because other effects are played while a backward is put together
  Undo undo;

  TensorId tensor_in(int reg) const {
    return reg < kRegisters ? registers[at(reg)].tensor : parts[at(reg - kRegisters)];
  }
  bool observed() const { return sink != nullptr; }
};

}  // namespace modecheck::spec
