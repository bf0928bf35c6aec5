// The state of the model and its transitions. What a tensor is, is here; the transitions are in
//   kinds.cpp            what Autograd and ADInplaceOrView do around an operator of each kind
//   operators.cpp        which kind each operator of the catalogue is
//   lists.cpp            operators over lists of tensors
//   batch_norm.cpp       the operator that writes what its schema does not say
//   commands.cpp         guards, reads, flags, handles
//   custom.cpp           custom Functions and operators
//   graph.cpp            gradient edges, stale views, backward
//   double_backward.cpp  gradients of gradients
//   hooks.cpp            what hooks do to a backward
//   observe.cpp          what can be seen of all this
//   state_key.cpp        what of all this decides what comes
// and spec/composites has functions that run as other operators, one after the other, by family.
//
// Everything lies in flat pools indexed by ids; nothing is freed within a program.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <vector>

#include "spec/interface/effect.h"
#include "spec/limits/unspecified.h"
#include "spec/model/model.h"
#include "spec/model/modes.h"
#include "spec/program/equation.h"
#include "spec/program/program.h"
#include "spec/rules/result_plan.h"
#include "spec/rules/saving_table.h"

namespace modecheck::spec {

using TensorId = std::uint32_t;   // 0: none
using CounterId = std::uint32_t;  // 0: none (inference tensors)
using NodeId = std::uint32_t;     // 0: none

struct StorageState {
  std::uint32_t bytes = 0;
  bool touched_through_hole = false;  // H
  bool two_histories = false;         // H: aliases with histories of their own, for tracking was off
  bool unpredictable = false;         // its bytes follow from something that S3 does not promise
  bool on_host = false;               // though the subject's tensors are on a device
};

struct TensorState {
  TensorState() = default;
  TensorState(const Geometry& its_geometry, bool is_inference) : geometry(its_geometry), inference(is_inference) {}

  Geometry geometry;      // with the history of its elements
  CounterId counter = 0;  // V1: shared by aliases; V2: none for inference tensors
  bool inference = false;
  bool requires_grad_flag = false;
  bool retains_grad = false;
  // W1: a tracked view.
  bool tracked = false;
  CreationMeta creation_meta = CreationMeta::NotAView;
  TensorId base = 0;              // the root, never itself a tracked view
  bool other_dtype = false;       // somewhere on the way from the base to it stands a view of another dtype
  bool exchanged = false;         // H: it, or the view it is a view of, got the elements of another tensor
  std::int32_t refreshed_at = 0;  // the version at which grad_fn was last right (W5)
  // The graph.
  NodeId grad_fn = 0;
  std::uint8_t output_nr = 0;
  Geometry recorded{};  // its own when grad_fn was set; a node remembers only its first output's
  NodeId accumulator = 0;
  TensorId grad = 0;
};

struct Edge {
  NodeId node = 0;
  std::uint8_t input_nr = 0;
};

enum class NodeKind : std::uint8_t {
  Operator,
  ViewOperator,    // its outputs are its input's elements
  Accumulate,      // the gradient of a leaf arrives here
  CopySlices,      // a write to a view, seen from the base
  NotImplemented,  // of an operator without derivative
};

// Edges and saved tensors are ranges of pools. An edge leads to a node with a smaller id.
struct NodeState {
  NodeKind kind = NodeKind::Operator;
  OperationId operation = 0;  // the command that made it; nothing is decided by it, but the values of gradients follow
  std::uint8_t thread = 0;    // on which it was made
  bool freed = false;
  bool retained = false;                // some tensor retains a gradient that arrives here
  bool hooked = false;                  // some tensor has a hook here
  bool through_hole = false;            // what it stands for was exchanged, or is not tracked
  bool reshaped_through_hole = false;   // and has other sizes now: what backward would do is not judged
  bool others_reach_the_first = false;  // what arrives at results after the first goes on to the first input alone
  bool wrote_shared_places = false;     // in place, by indices of which several name one element
  std::uint8_t flat = 0;                // what arrives at these results goes nowhere
  std::uint8_t edge_count = 0;
  std::uint8_t saved_count = 0;
  std::uint32_t first_edge = 0;
  std::uint32_t first_saved = 0;
  TensorId leaf = 0;   // Accumulate
  Geometry outputs{};  // sizes and dtype of the (first) output when it was recorded
};

struct SavedTensor {
  CounterId counter = 0;  // 0: a copy of the node's own, which leads to where the tensor was in the graph
  std::int32_t version = 0;
  TensorId tensor = 0;
  StorageId storage = 0;
  bool is_input = false;  // then subjects keep the tensor itself, and its place in the graph is what it is by now:
  Edge edge;              // what it was
};

// retain_grad: the gradient of what the tensor was when it was called (S7).
struct RetainedGradient {
  Edge edge;
  TensorId tensor = 0;
  SnapshotId snapshot = 0;
};

// A hook of a tensor: of what the tensor was when it was registered (S7).
struct TensorHook {
  enum class Kind : std::uint8_t { Looks, Doubles, Writes };
  Edge edge;
  TensorId tensor = 0;
  Kind kind = Kind::Looks;
  std::uint8_t written = 0;  // register
  bool detached = false;     // detach_ has made a leaf of its tensor since
  SnapshotId snapshot = 0;   // of those that double; 0: of a leaf
};

struct RegisterState {
  TensorId tensor = 0;
  std::int32_t first_version = 0;  // V5
};

struct OpenGuard {
  ModeState before;  // the state at its entry
  Extra guard = Extra::EnterInferenceMode;
  bool gone = false;  // destroyed, but its scope is still open (G8)
};

struct ThreadStates {
  ModeState mode;
  std::array<OpenGuard, kMaxCommands> guards;
  int open = 0;
};

// Which kernels a call runs through (D1).
struct CallKeys {
  bool autograd = false;
  bool adinplaceorview = false;
};

class Numbers;  // of a part of a composite: spec/composites/parts.h

class ModelState {
 public:
  ModelState(const ModelOptions& options, EffectSink* sink, const ValueWitness* witness);

  void reset();
  void step(const Record& record, Step& out);
  void observe(int thread, Observation& out) const;
  StateKey key() const;

  TensorId tensor_in(int reg) const {
    return reg < kRegisters ? registers_[at(reg)].tensor : parts_[at(reg - kRegisters)];
  }
  const TensorState& tensor(TensorId id) const { return tensors_[id]; }
  const StorageState& storage(StorageId id) const { return storages_[id]; }
  RuleSet cited() const { return cited_; }
  Unspecified unspecified() const { return unspecified_; }
  bool observed_anew() const { return observed_anew_; }

 private:
  // ---- the step ---------------------------------------------------------------------------------------------
  void cite(Rule rule) { cited_.add(rule); }
  void reject(ErrorClass reason) { reasons_.add(reason); }
  bool rejected() const { return !reasons_.none(); }
  bool stopped() const { return rejected() || is_unspecified(); }
  bool is_unspecified() const { return unspecified_ != Unspecified::None; }
  // The first reason stays.
  void leave_unspecified(Unspecified reason, bool holds = true) {
    if (holds && !is_unspecified()) unspecified_ = reason;
  }

  void choose_device(const Record& record);

  // ---- operators.cpp ----------------------------------------------------------------------------------
  void run_operator(const Record& record);
  void run_ordinary(const Record& record);
  void run_view(const Record& record);
  void run_multi_view(const Record& record);
  void run_composite(const Record& record);
  ViewResult plan_view(const Record& record) const;
  TensorId matmul(TensorId self, TensorId other);
  TensorId softmax(TensorId self, std::int64_t dim, std::optional<DType> dtype);
  TensorId folded_matmul(TensorId self, TensorId other);
  TensorId batched_matmul(TensorId self, TensorId other);
  TensorId product(TensorId a, TensorId b, const ResultPlan& plan);
  TensorId reshape(TensorId self, Sizes sizes);
  TensorId unsafe_view(TensorId temporary, const Sizes& sizes);
  TensorId unsafe_view(TensorId temporary, const Geometry& geometry);
  TensorId pool_of_one_dimension(const Record& record, TensorId self);
  // ---- lists.cpp --------------------------------------------------------------------------------------
  void run_for_each(const Record& record);
  // ---- composites.cpp ------------------------------------------------------------------------------------
  void run_made_of(const Record& record);
  // One row, run on tensors that need no register: its first result, or what it writes. 0 if anything was rejected so
  // far. `tensors` stand in the order of a record's operands, 0 for what is not there; `numbers` are its immediates.
  TensorId part(OperationId row, std::initializer_list<TensorId> tensors, std::initializer_list<std::int64_t> numbers);
  TensorId part(Record record, std::initializer_list<TensorId> tensors);
  TensorId part(const Numbers& numbers, std::initializer_list<TensorId> tensors);
  TensorId cdist(const Record& record);
  TensorId inverse(TensorId self);
  TensorId part_result(int i) const { return parts_[at(kMaxOperands + i)]; }
  TensorId reshape_part(TensorId self, const Sizes& sizes);
  // Where libtorch reads the tensor before it says so.
  void reject_or_stale(ErrorClass reason, TensorId read);
  TensorId view_made_of(const Record& record);
  void split_made_of(const Record& record);
  TensorId pointwise_made_of(const Record& record);
  TensorId float_power(const Record& record);
  TensorId drawn(const Record& record);
  void broadcast_all(const Record& record);
  TensorId reduction_made_of(const Record& record);
  TensorId joined(const Record& record);
  TensorId at_least(TensorId self, int rank);
  TensorId outer(const Record& record);
  TensorId linear(const Record& record);
  TensorId moved(TensorId self, int from, int to);
  TensorId permuted(TensorId self, const IntList& order);
  TensorId sum_over(TensorId self, const IntList& dims, bool keepdim);
  struct Labels;
  struct Extents;
  void place_labels(const Record& record, const Equation& equation, Labels& labels);
  TensorId aligned(TensorId operand, const Subscripts& subscripts, const Labels& labels, Extents& extents);
  TensorId sum_of_products(TensorId left, TensorId right, const IntList& summed);
  TensorId einsum(const Record& record);
  TensorId tensordot(TensorId self, TensorId other, const IntList& dims_self, const IntList& dims_other);
  TensorId inner(TensorId self, TensorId other);
  TensorId kron(TensorId self, TensorId other);
  TensorId multi_dot(const Record& record);
  void meshgrid(const Record& record);
  TensorId take_along_dim(const Record& record);
  TensorId repeat_interleave(const Record& record);
  TensorId difference(const Record& record);
  TensorId trapezoid(const Record& record);
  TensorId loss_of(TensorId each, std::int64_t reduction);
  TensorId negative_likelihood(const Record& record);
  TensorId cross_entropy_of_shares(const Record& record);
  TensorId number_minus(int kind, std::int64_t number, TensorId self);
  TensorId embedding_loss(const Record& record);
  TensorId pairwise_distance(TensorId a, TensorId b, int order, int eps, bool keepdim);
  TensorId triplet_margin_loss(const Record& record);
  TensorId cosine_similarity(const Record& record);
  TensorId normalization_made_of(const Record& record);
  TensorId instance_norm(const Record& record);
  TensorId bags(const Record& record);
  struct Convolution {
    IntList stride;
    IntList padding;
    IntList dilation;
    IntList output_padding;
    bool transposed = false;
    std::int64_t groups = 1;
  };
  TensorId convolution_of(const Record& record);
  TensorId convolved(const std::array<TensorId, 3>& tensors, const Convolution& how);
  TensorId convolved_by_name(const Record& record, TensorId input, Convolution how);
  std::int64_t scaling(std::optional<std::string_view> norm, bool forward);
  TensorId transformable(TensorId self, bool complex);
  TensorId cut_or_continued(TensorId self, const IntList& dims, const IntList& sizes);
  TensorId transform(OperationId row, TensorId self, const IntList& dims, std::int64_t scaled, std::int64_t last);
  TensorId spectrum(const Record& record);
  TensorId spectrum_of_many(const Record& record);
  TensorId shifted(const Record& record);
  TensorId pooled(const Record& record);
  // ---- batch_norm.cpp ---------------------------------------------------------------------------------
  void run_batch_norm(const Record& record);
  // ---- kinds.cpp -----------------------------------------------------------------------------------
  struct Operands {
    std::array<TensorId, Effect::max_inputs> tensors{};
    int count = 0;
    void add(TensorId tensor) { tensors[at(count++)] = tensor; }
    const TensorId* begin() const { return tensors.data(); }
    const TensorId* end() const { return tensors.data() + count; }
  };
  // What is done with one tensor of a list.
  struct ForOne {
    Record record;
    Operands operands;
    ResultPlan plan;
  };
  void plan_for_one(OperationId each, bool writes, CallTensors& tensors, ForOne& one);
  CallKeys keys_of(const Operands& operands, TensorId also = 0) const;
  void route(CallKeys keys);
  bool any_requires_grad(const Operands& operands) const;
  static Operands without_constant(Operands operands, const DerivativeFacts& facts);
  bool wants_to_record(CallKeys keys, const Operands& operands) const;
  bool records(CallKeys keys, const Operands& operands, DType result) const;
  void leaf_reshaped(TensorId id, const Geometry& now);
  void reshaped(TensorId id, const Geometry& now, CallKeys keys);
  void exchanged_through_hole(TensorId id, const Geometry& now);

  // What a functional operator returns: the first result and those after it.
  struct Results {
    std::array<TensorId, kMaxResults> tensors{};
    int count = 1;
  };
  void fill_fresh(const Record& record, const Operands& operands, const Results& results);
  void keep_fresh(const Record& record, const Operands& operands, const Results& results);
  void keep_fresh(const Record& record, const Operands& operands, TensorId result) {
    keep_fresh(record, operands, Results{{result}, 1});
  }
  void give_values(TensorId result);
  TensorId fresh_result(const Geometry& planned, int spare_elements = 0, StorageId kept = 0);
  // Makes `results.count` results.
  void functional(const Operands& operands, const DerivativeFacts& facts, const ResultPlan& plan, Results& results);
  TensorId functional(const Operands& operands, const DerivativeFacts& facts, const ResultPlan& plan) {
    Results results;
    functional(operands, facts, plan, results);
    return results.tensors[0];
  }
  void in_place(const Record& record, const Operands& operands, const ResultPlan& plan);
  void out_variant(const Record& record, const Operands& operands, const Results& outs, const ResultPlan& plan);
  TensorId view(TensorId self, const ViewResult& plan);
  void multi_view(TensorId self, const MultiViewResult& plan, std::array<TensorId, kMaxListResults>& results);
  struct PlannedViews {
    const Geometry* views = nullptr;
    int count = 0;
    Unspecified beyond_limits = Unspecified::None;
    CreationMeta in_grad_mode = CreationMeta::Default;  // W1: with grad mode on and outside the mode
    bool beyond_argument = false;                       // may name elements that the argument does not
  };
  void make_views(TensorId self, const PlannedViews& plan, const Reasons& reasons,
                  std::array<TensorId, kMaxListResults>& results);
  TensorId untracked_alias(TensorId self, const ViewResult& plan, bool may_return_self);
  void in_place_view(TensorId self, const ViewResult& plan);
  void detach_in_place(TensorId self);
  void resize(TensorId self, const IntList& size);
  void set_source(TensorId self, TensorId source);

  void check_in_place(TensorId target);
  void check_stale(const Operands& operands);
  void check_saved(const Operands& operands, const DerivativeFacts& facts, bool own_copy_of_first);
  void check_inference_write(TensorId target);
  void written(TensorId target, CallKeys keys);
  bool has_views(TensorId id) const;
  void resize_to(TensorId target, const Geometry& wanted, CallKeys keys);

  TensorId new_tensor(const Geometry& geometry, bool inference);
  StorageId new_storage(std::int64_t bytes);
  CounterId new_counter();
  void touch(StorageId storage);
  StorageState& change(StorageId storage);  // what a rejected command did to the storage is undone (E1)

  // ---- graph.cpp --------------------------------------------------------------------------------------
  bool requires_grad(TensorId id) const;
  std::int32_t version(const TensorState& tensor) const { return tensor.counter ? counters_[tensor.counter] : 0; }
  Edge edge_of(TensorId id);      // refreshed tensors only
  bool flows(TensorId id) const;  // whether that edge leads anywhere
  ErrorClass stale_reason(TensorId id) const;
  void refresh(TensorId id);            // W5; must not raise
  bool check_and_refresh(TensorId id);  // false: rejected
  void undo_work();                     // E1: of a command that was rejected or dropped
  void keep_work();                     // E1: what was done so far stays, whatever becomes of the command
  bool was_reshaped(TensorId id, Edge edge) const;
  bool has_other_sizes(TensorId id, Edge edge) const;  // than when the edge's node was recorded
  NodeId new_node(NodeKind kind, const Operands& operands);
  Operands with_family(const Operands& operands, const Geometry& view) const;
  void add_saved(NodeId node, const SavedTensor& saved);
  void save_input(NodeId node, TensorId id);
  void save(NodeId node, TensorId tensor);
  void save_inputs(NodeId node, const Operands& operands, const DerivativeFacts& facts, bool own_copy_of_first);
  void set_history(TensorId id, NodeId node, std::uint8_t output_nr);
  void rebase_history(TensorId id, NodeId node);

  void run_backward(const Record& record);
  void run_grad(const Record& record);
  // One run of the engine, planned before anything changes.
  struct Sweep {
    TensorId root = 0;
    Edge root_edge;
    bool whole_graph = true;  // false: only what lies on a path to `input`
    Edge input;               // grad(): where the wanted gradient arrives
    bool keep_graph = false;
    bool input_reached = false;
    TensorId seed = 0;    // the gradient that was passed; 0: none
    bool writes = false;  // some hook does
    Reasons reasons;
    NodeId failing = 0;          // the node at which the run stops
    bool fails_in_hook = false;  // and it stops in a hook, before the gradient is retained
    bool unpredictable = false;
  };
  static constexpr std::uint8_t kReached = 1;  // a gradient arrives
  static constexpr std::uint8_t kNeeded = 2;   // it runs
  static constexpr std::uint32_t bit_of(std::uint8_t input_nr) { return std::uint32_t{1} << input_nr; }
  bool check_root(TensorId root, int seeding, TensorId gradient, Sweep& sweep);
  void plan_sweep(Sweep& sweep);
  void mark_needed(const Sweep& sweep);
  // Whether a node that runs has saved a tensor with this counter.
  bool saved_in_sweep(CounterId counter) const;
  void run_sweep(Sweep& sweep);
  bool order_is_open(const Sweep& sweep) const;
  bool left_behind(TensorId tensor, Edge edge) const;
  void move_retained(TensorId id);
  void move_retained_of_write(TensorId written);
  void fire_retained(NodeId node, Sweep& sweep);
  // ---- double_backward.cpp --------------------------------------------------------------------------------------
  void run_grad_twice(const Record& record);
  void leave_unfit_gradient(TensorId id);
  void leave_unfit_nodes(const Sweep& sweep, bool recorded);
  void check_twice(Sweep& sweep, Edge second);
  bool is_where_it_was(const SavedTensor& saved) const;
  // ---- hooks.cpp --------------------------------------------------------------------------------------
  void add_hook(const Record& record);
  bool hangs_at(const TensorHook& hook, NodeId node) const;
  bool runs_at(const TensorHook& hook, NodeId node) const;
  bool is_hook_of_leaf(const TensorHook& hook, TensorId leaf) const;
  void take_hooks_along(TensorId detached);
  bool is_accumulator(NodeId node) const { return nodes_[node].kind == NodeKind::Accumulate; }
  bool may_write_in_hook(TensorId target) const;
  // Whether what a view is made of has a hook that doubles: the scalars are the same, and the view's gradient is the
  // one before that.
  bool doubled_beyond(NodeId node) const;
  // What the hooks of a node do when it runs, before anything changes, ...
  void plan_hooks(NodeId node, Sweep& sweep);
  // ... and when it changes. Those that would write after one that raises do not.
  void run_hooks(NodeId node);
  // ---- graph.cpp --------------------------------------------------------------------------------------
  void accumulate(NodeId node, Sweep& sweep);
  bool passes_by(NodeId node) const;
  bool bypassed(const Sweep& sweep, NodeId node) const;
  void count_uses(const Sweep& sweep);
  void begin_backward(const Sweep& sweep, int seeding, TensorId gradient);
  void finish_backward(const Sweep& sweep);
  BackwardTarget& add_target();
  TensorId new_gradient(Geometry geometry, const Sweep& sweep);

  // ---- histories and effects --------------------------------------------------------------------------------
  bool observed() const { return sink_ != nullptr; }
  void play(Effect& effect) {
    if (sink_) sink_->play(effect);
  }
  Geometry input_geometry(TensorId id) const;  // history 0 if no gradient flows
  HistoryId new_history(StorageId storage);
  void mark_leaf(TensorId id);
  void mark_leaf_again(TensorId id);
  void play_new_storage(StorageId storage);
  SnapshotId take_snapshot(TensorId id);
  void check_determined(const Record& record, const std::array<Geometry, Effect::max_inputs>& inputs, int count,
                        const Geometry& output);
  void play_apply(const Record& record, const std::array<Geometry, Effect::max_inputs>& inputs, int count,
                  const Geometry* outputs, int output_count, bool recorded);
  std::array<Geometry, Effect::max_inputs> geometries_of(const Operands& operands) const;

  // ---- commands.cpp -----------------------------------------------------------------------------------
  void run_command(const Record& record);
  void enter(const Record& record);
  void leave(int count);
  void destroy_outer();
  TensorId make_leaf(const LeafSpec& spec);
  void run_leaf(const Record& record);
  void move(const Record& record);
  void save_and_load(const Record& record);
  void set_requires_grad(TensorId id, bool value);
  void set_data(TensorId self, TensorId data);
  TensorId data_of(TensorId self);
  void retain_grad(TensorId self);
  void set_register(int reg, TensorId id);
  // Where the i-th result goes whose first goes to `reg`.
  static int register_after(int reg, int i) { return reg < kRegisters ? (reg + i) % kRegisters : reg + i; }

  // ---- custom.cpp -------------------------------------------------------------------------------------
  void run_custom(const Record& record);
  bool function_records(TensorId self);
  void square(const Record& record, TensorId self, bool in_function, NodeId recorded_by);
  void function_square(const Record& record, TensorId self);
  void function_view(const Record& record, TensorId self, bool made_in_forward);
  void function_dirty(const Record& record, TensorId self);
  void operator_write(const Record& record, TensorId self);
  // self *= 2, as an operator's record, and what it comes to.
  static Record doubling_of(const Record& record);
  ResultPlan plan_doubling(const Record& doubling, TensorId self) const;

  // ---- observe.cpp ------------------------------------------------------------------------------------
  using Held = std::array<const TensorState*, kRegisters>;
  void observe_registers() const;
  void observe_tensor(int reg, const Held& held, TensorObservation& out) const;
  void observe_gradient(const TensorState& tensor, const Held& held, GradObservation& out) const;
  std::uint8_t register_of(TensorId id) const;

  // ---- state_key.cpp ----------------------------------------------------------------------------------------
  class KeyWriter;

  const ModelOptions options_;
  EffectSink* const sink_;
  const ValueWitness* const witness_;

  std::vector<StorageState> storages_;
  std::vector<std::int32_t> counters_;
  std::vector<TensorState> tensors_;
  std::vector<NodeState> nodes_;
  std::vector<Edge> edges_;
  std::vector<SavedTensor> saved_;
  std::vector<RetainedGradient> retained_;
  std::vector<TensorHook> hooks_;  // in the order in which they were registered
  HistoryId histories_ = 0;
  SnapshotId snapshots_ = 0;
  std::array<RegisterState, kRegisters> registers_{};
  // Registers that no program sees, of what a part reads and returns: their numbers come after those of the others.
  std::array<TensorId, kMaxOperands + kMaxResults> parts_{};
  std::array<ThreadStates, kThreads> threads_{};
  std::optional<ModeState> captured_;

  // What was seen last of the registers, and whether a command may have changed it.
  mutable std::array<RegisterObservation, kRegisters> seen_{};
  mutable bool changed_ = true;
  mutable bool observed_anew_ = true;

  bool some_on_host_ = false;  // a tensor was moved

  // Of the step that runs.
  ModeState* mode_ = nullptr;
  int mode_thread_ = 0;
  OperationId operation_ = 0;
  Reasons reasons_;
  Unspecified unspecified_ = Unspecified::None;  // why the command is dropped
  bool on_host_ = false;                         // where what the command makes is
  RouteObservation route_;
  RuleSet cited_;
  Effect effect_;           // of everything but
  Effect backward_effect_;  // this, which is put together while others are played

  struct Refreshed {
    TensorId tensor = 0;
    NodeId grad_fn = 0;
    std::int32_t refreshed_at = 0;
    HistoryId history = 0;
    std::uint8_t output_nr = 0;
    RetainedGradient retained;
  };
  // E1: what a command has done before it is rejected or dropped, and what is then undone.
  std::vector<Refreshed> refreshed_;
  std::vector<TensorId> given_accumulators_;  // leaves that had no accumulator before the command
  struct ChangedStorage {
    StorageId storage = 0;
    StorageState before;
  };
  std::vector<ChangedStorage> changed_storages_;
  bool may_undo_ = false;  // false once a user's code or a backward has begun

  // Scratch of backward, by node.
  std::vector<std::uint8_t> marks_;
  std::vector<CounterId> written_in_hooks_;
  std::vector<std::uint32_t> arrived_;   // the outputs whose gradients arrive
  std::vector<std::uint8_t> waiting_;    // gradients yet to arrive
  std::vector<std::uint8_t> reachable_;  // from the root
  std::vector<std::uint8_t> uses_;       // edges into the node from what is reachable
};

}  // namespace modecheck::spec
