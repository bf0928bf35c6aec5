// The state of the model: data only. Tensors, storages, counters, nodes, edges and saved tensors lie in pools. An id is
// an index into a pool, and nothing is freed. Entry 0 means "none", but can be read: tensor 0 never requires grad.
// Every function takes the state as its first argument, `m`. The fields `marks` decide no rule; they say which commands
// the harness cannot judge (spec/limits/model). A history is `Geometry::history`, which ties elements to a recorded
// computation (rule S3). docs/SPECIFICATION.md explains further words.
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
  bool on_host = false;  // the storage is on the host although the program runs on a device (rule P7)
};

struct TensorState {
  TensorState() = default;
  TensorState(const Geometry& its_geometry, bool is_inference) : geometry(its_geometry), inference(is_inference) {}

  Geometry geometry;       // storage, sizes, strides, dtype, and history (rule S3); history 0: constants
  CounterId counter = 0;   // rule V1: aliases share a counter; V2: inference tensors have no counter
  bool inference = false;  // rules K1, K3: whether it is an inference tensor never changes
  bool requires_grad_flag = false;
  bool retains_grad = false;
  // Rule W1: these fields say whether the tensor is a tracked view, and of which base.
  bool tracked = false;
  CreationMeta creation_meta = CreationMeta::NotAView;  // spec/interface/observation.h lists the creation metas
  TensorId base = 0;                                    // the view's base, which is never a tracked view itself
  std::int32_t refreshed_at = 0;                        // the version at which grad_fn was last up to date (rule W5)
  // The tensor's node in the graph. As in PyTorch, a tensor without grad_fn is a leaf.
  NodeId grad_fn = 0;
  std::uint8_t output_nr = 0;  // the tensor is this output of grad_fn, counted from 0
  NodeId accumulator = 0;      // for a leaf: its AccumulateGrad node
  TensorId grad = 0;
  TensorMarks marks;
};

enum class NodeKind : std::uint8_t {
  Operator,
  ViewOperator,    // a node whose outputs are elements of its input
  Accumulate,      // AccumulateGrad, at which the gradient of a leaf arrives
  CopySlices,      // rule W4: a write to a view gives the view's base this node
  NotImplemented,  // the operator has no derivative: it raises when a backward runs it
};

// A node of the graph. Its edges and saved tensors are ranges of the pools. An edge leads to a node with a smaller id.
struct NodeState {
  NodeKind kind = NodeKind::Operator;
  OperationId operation = 0;            // the operation that made the node
  std::uint8_t thread = 0;              // the thread that made the node; nodes of two threads have no fixed order
  bool freed = false;                   // rule S2: a backward without retain_graph ran the node
  bool retained = false;                // some tensor retains the gradient that arrives at this node
  bool hooked = false;                  // some tensor has a hook at this node
  bool others_reach_the_first = false;  // layer norm: gradients of later results go to input 0 only (passes_by)
  NodeMarks marks;
  std::uint8_t edge_count = 0;
  std::uint8_t saved_count = 0;
  std::uint32_t first_edge = 0;
  std::uint32_t first_saved = 0;
  TensorId leaf = 0;   // for an Accumulate node: the leaf whose gradient arrives
  Geometry outputs{};  // sizes and dtype of the first output when the node was recorded
};

struct SavedTensor {
  CounterId counter = 0;  // the tensor's version counter; 0: the node saved a copy, which no later write changes
  std::int32_t version = 0;
  TensorId tensor = 0;
  StorageId storage = 0;
  bool is_input = false;
  bool unpack_raises = false;  // rule S7: the program's unpack hook raises
  Edge edge;                   // the edge of the input (or of the copied tensor) when the node was made
};

struct RegisterState {
  TensorId tensor = 0;
  std::int32_t first_version = 0;  // rule V5: the tensor's version when the register took the tensor
};

struct OpenGuard {
  ModeState before;  // the thread's modes when the guard was entered
  BuiltinCommand guard = BuiltinCommand::EnterInferenceMode;
  bool gone = false;  // rule G8: the guard was destroyed, but its scope is still open
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

// The model's answer to a command: the command succeeds, is rejected (raises), or is dropped (no subject runs it).
struct Verdict {
  Reasons reasons;                              // why the command is rejected: the first reason by rule E3, and all
  Unspecified unspecified = Unspecified::None;  // why the command is dropped, unless it is rejected
  RuleSet cited;                                // the rules that this command applied

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

// The plan of a backward for one node.
struct NodeMark {
  bool reached = false;       // a gradient arrives at the node
  bool needed = false;        // the node is on a path to a requested gradient
  std::uint8_t waiting = 0;   // how many gradients have yet to arrive at the node
  std::uint8_t uses = 0;      // set by count_uses: edges to this node from nodes that the root depends on
  bool reachable = false;     // set by count_uses: the root depends on this node
  std::uint32_t arrived = 0;  // one bit for each output of the node at which a gradient arrives
  bool runs() const { return reached && needed; }
};

// One backward, which is one run of PyTorch's autograd engine. It is planned before anything changes.
struct Sweep {
  TensorId root = 0;
  Edge root_edge;
  TensorId seed = 0;        // the tensor passed as the root's gradient; 0: none was passed
  bool whole_graph = true;  // false: only nodes on a path to `input` run
  Edge input;               // grad(): the edge at which the returned gradient arrives
  bool keep_graph = false;
  bool input_reached = false;
  Reasons reasons;             // why the backward raises
  NodeId failing = 0;          // the first node that raises
  bool fails_in_hook = false;  // a hook of the failing node raises, before the gradient is retained
  bool hook_writes = false;
  bool unpredictable = false;   // rule S3 does not promise the computed gradients
  std::vector<NodeMark> marks;  // indexed by node id; unlike other `marks`, these decide what the backward does
};

struct ModelState : Verdict {
  ModelOptions options;
  EffectSink* sink = nullptr;           // nullptr: the model reports no effects on values
  const ValueOracle* oracle = nullptr;  // nullptr: the model takes every index to be in range

  std::vector<StorageState> storages;
  std::vector<std::int32_t> counters;  // the versions, indexed by counter id
  std::vector<TensorState> tensors;
  std::vector<NodeState> nodes;
  std::vector<Edge> edges;
  std::vector<SavedTensor> saved;
  std::vector<RetainedGradient> retained;
  std::vector<TensorHook> hooks;  // the hooks, in the order in which they were registered
  HistoryId histories = 0;
  SnapshotId snapshots = 0;
  std::array<RegisterState, kRegisters> registers{};
  std::array<TensorId, kMaxOperands + kMaxResults> sub_registers{};  // extra registers for sub-operations of composites
  std::array<ThreadStates, kThreads> threads{};
  std::optional<ModeState> captured;  // rule G6: the modes that CaptureState kept
  bool some_on_host = false;          // some tensor was moved between device and host

  // The command that the model runs now.
  ModeState* mode = nullptr;  // the modes of the command's thread
  int thread = 0;
  OperationId operation = 0;
  bool on_host = false;  // the command's results are on the host
  RouteObservation route;
  Effect effect;           // the effect that is reported next
  Effect backward_effect;  // the Backward effect, built while other effects are reported
  Undo undo;

  TensorId tensor_in(int reg) const {
    return reg < kRegisters ? registers[at(reg)].tensor : sub_registers[at(reg - kRegisters)];
  }
  bool observed() const { return sink != nullptr; }
};

}  // namespace modecheck::spec
