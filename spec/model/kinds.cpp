// The kernels around every operator, one function per kind of operator (D3). Each first establishes everything that can
// go wrong, in the order of E3, and only then changes anything (E1).
#include "spec/model/kinds.h"

#include <algorithm>

#include "spec/limits/model/holes.h"
#include "spec/limits/model/results.h"
#include "spec/model/further/hooks.h"
#include "spec/model/further/retained.h"
#include "spec/model/graph.h"
#include "spec/model/tensors.h"
#include "spec/model/values.h"

namespace modecheck::spec {

// ---- dispatch ----------------------------------------------------------------------------------------------

CallKeys keys_of(const ModelState& m, const Operands& operands, TensorId also) {
  // D1: union over the tensor arguments, with the included keys, minus the excluded ones. K5: both keys or neither.
  bool some_normal = also != 0 && !m.tensors[also].inference;
  for (const TensorId id : operands) some_normal = some_normal || !m.tensors[id].inference;
  CallKeys keys;
  keys.autograd = some_normal && !m.mode->autograd_excluded;
  keys.adinplaceorview = (some_normal || m.mode->adinplaceorview_included) && !m.mode->adinplaceorview_excluded;
  return keys;
}

// D2: each kernel hands on to the next lower key.
void route(ModelState& m, CallKeys keys) {
  m.cite(Rule::K5, Rule::P4, Rule::D1, Rule::D2, Rule::D3);
  const auto add = [&](bool runs, std::uint8_t key) {
    if (!runs || m.route.length == RouteObservation::capacity) return;
    m.route.keys[m.route.length] = key;
    ++m.route.length;
  };
  add(keys.autograd, kKeyAutograd);
  add(keys.adinplaceorview, kKeyADInplaceOrView);
  add(true, kKeyBackend);
}

bool any_requires_grad(const ModelState& m, const Operands& operands) {
  return std::any_of(operands.begin(), operands.end(), [&](TensorId id) { return requires_grad(m, id); });
}

bool wants_to_record(const ModelState& m, CallKeys keys, const Operands& operands) {
  // S5, G4: inside the mode autograd is excluded, so nothing is recorded whatever grad mode says.
  return keys.autograd && m.mode->grad && any_requires_grad(m, operands);
}

bool records(const ModelState& m, CallKeys keys, const Operands& operands, DType result) {
  return is_differentiable(result) && wants_to_record(m, keys, operands);  // M3
}

// ---- the checks of E3, in its order ------------------------------------------------------------------------

void check_in_place(ModelState& m, TensorId target) {
  const TensorState& tensor = m.tensors[target];
  m.cite(Rule::W4);
  limits::leave_write_to_another_dtype(m, target);
  if (tensor.tracked) {
    if (const ErrorClass reason = forbidden_by(tensor.creation_meta); reason != ErrorClass::None) m.reject(reason);
    if (requires_grad(m, target) && m.tensors[tensor.base].grad_fn == 0) m.reject(ErrorClass::ViewOfLeafInPlace);
  }
  if (requires_grad(m, target) && tensor.grad_fn == 0) m.reject(ErrorClass::LeafInPlace);
}

void check_stale(ModelState& m, const Operands& operands) {
  for (const TensorId id : operands) check_and_refresh(m, id);  // W5
}

void check_saved(ModelState& m, const Operands& operands, const DerivativeFacts& facts, bool own_copy_of_first) {
  for (int i = 0; i < facts.saved_count; ++i) {
    const SavedInput& saved = facts.saved[at(i)];
    if (!is_saved(m, saved, operands)) continue;
    if (own_copy_of_first && saved.input == 0) continue;
    if (!m.tensors[operands.tensors[at(saved.input)]].inference) continue;
    m.reject(ErrorClass::InferenceSaved, Rule::S1);
  }
}

void check_inference_write(ModelState& m, TensorId target) {
  if (!m.tensors[target].inference) return;
  if (m.mode->inference) return m.cite(Rule::M1);
  if (m.mode->adinplaceorview_excluded) return m.cite(Rule::H);  // the guard of G5 has taken the check away
  m.reject(ErrorClass::InferenceInPlace, Rule::M2, Rule::P3);
}

void written(ModelState& m, TensorId target, CallKeys keys) {
  const TensorState& tensor = m.tensors[target];
  if (tensor.inference) {
    m.cite(Rule::V4);
  } else if (keys.adinplaceorview) {
    m.cite(Rule::V3);
    ++m.counters[tensor.counter];
  }
  limits::touch(m, tensor.geometry.storage);
}

// Tensor 0, which does not require grad, stands for the inputs through which nothing flows.
static Operands without_constants(Operands operands, const DerivativeFacts& facts) {
  for (const int constant : {facts.constant_input, facts.underived_input})
    if (constant >= 0 && constant < operands.count) operands.tensors[at(constant)] = 0;
  return operands;
}

// ---- functional operators ----------------------------------------------------------------------------------

// Records the call: one node for all results that can be differentiated, which saves what its derivative needs.
static void record_functional(ModelState& m, const Operands& operands, const Operands& flowing,
                              const DerivativeFacts& facts, const ResultPlan& plan, const Results& results) {
  const auto has = [](std::uint8_t others, int i) { return (others >> (i - 1) & 1) != 0; };
  const NodeId node = new_node(m, facts.implemented ? NodeKind::Operator : NodeKind::NotImplemented, flowing);
  save_inputs(m, node, operands, facts, /*own_copy_of_first=*/false);
  if (facts.saves_result) save(m, node, results.tensors[0]);
  for (int i = 1; i < results.count; ++i)
    if (has(facts.saved_others, i)) save(m, node, results.tensors[at(i)]);
  set_history(m, results.tensors[0], node, 0);
  // A result after the first is made of the first input alone.
  m.nodes[node].others_reach_the_first = facts.differentiable_others != 0;
  m.nodes[node].marks.zero_gradient = facts.flat | plan.flat;
  // Where nothing would flow back, nobody asks for the derivative that is missing.
  if (m.edges[m.nodes[node].first_edge].node == 0 && !facts.implemented) m.nodes[node].kind = NodeKind::Operator;
  for (int i = 1; i < results.count; ++i)
    if (has(facts.differentiable_others, i)) set_history(m, results.tensors[at(i)], node, static_cast<std::uint8_t>(i));
  for (const TensorId id : operands)
    if (m.tensors[id].inference && requires_grad(m, id)) m.cite(Rule::S4);
}

// A functional operator: fresh results, of the mode's kind.
//   autograd   if it records: no operand is a stale view that may not be regenerated (W5), and none of those that the
//              derivative saves is an inference tensor (S1)
//   arguments  shapes, dtypes, and whatever else is wrong with them
//   then       the results are made (K1, K4) and, if the call records, get a grad_fn; nothing is written (V4)
void functional(ModelState& m, const Operands& operands, const DerivativeFacts& facts, const ResultPlan& plan,
                Results& results) {
  CallKeys keys = keys_of(m, operands);
  keys.adinplaceorview = false;  // functional operators fall through
  // Where something would have to flow to an input without derivative, that is said (S3).
  if (facts.underived_input >= 0 && facts.underived_input < operands.count && keys.autograd && m.mode->grad &&
      requires_grad(m, operands.tensors[at(facts.underived_input)]))
    m.reject(ErrorClass::Argument, Rule::S3);
  const Operands flowing = without_constants(operands, facts);
  // Arguments that are wrong are found later (E3): until then their result may be of any dtype.
  const bool wants = facts.differentiable && wants_to_record(m, keys, flowing);
  const bool recorded = wants && is_differentiable(plan.result.dtype);
  if (wants && (!plan.asks_for_integers || !plan.reasons.none())) {
    check_stale(m, flowing);
    if (!m.rejected() || facts.in_any_order) check_saved(m, operands, facts, /*own_copy_of_first=*/false);
  }
  m.reasons.add(plan.reasons);
  limits::leave_large_results(m, plan, results.count);
  if (m.stopped()) return;

  route(m, keys);
  m.cite(Rule::K1, Rule::K4);
  const StorageId kept = plan.keeps_storage ? m.tensors[operands.tensors[0]].geometry.storage : StorageId{0};
  results.tensors[0] = fresh_result(m, plan.result, plan.spare_of_first, kept);
  for (int i = 1; i < results.count; ++i)
    results.tensors[at(i)] = fresh_result(m, plan.others[at(i - 1)], plan.spare[at(i - 1)], 0);
  if (m.mode->inference) m.cite(Rule::S5, Rule::K6, Rule::P1);
  if (recorded) record_functional(m, operands, flowing, facts, plan, results);
}

// ---- in-place and out= -------------------------------------------------------------------------------------

// An in-place operator: writes its first operand.
//   autograd   if it records: the target is neither a leaf, a view of one, nor a view that must not be written (W4); no
//              operand is stale (W5); nothing that is saved is an inference tensor (S1), but the target itself is saved
//              as a copy
//   arguments  shapes and dtypes
//   inference  an inference tensor is written inside the mode only (M1, M2)
//   then       the target's version goes up (V3); if recorded, its history is rebased (W4)
void in_place(ModelState& m, const Record& record, const Operands& operands, const ResultPlan& plan) {
  const TensorId target = operands.tensors[0];
  const CallKeys keys = keys_of(m, operands);
  const DerivativeFacts& facts = derivative_of(record);
  const Operands flowing = without_constants(operands, facts);
  const bool recorded = records(m, keys, flowing, m.tensors[target].geometry.dtype);
  if (recorded || (wants_to_record(m, keys, flowing) && !plan.reasons.none())) {
    check_in_place(m, target);
    check_stale(m, flowing);
    if (!m.rejected() || facts.in_any_order) check_saved(m, operands, facts, /*own_copy_of_first=*/true);
    // The result is saved too, and it is what is written. Only the guard of G5 lets it be an inference tensor.
    if (!m.rejected() && facts.saves_result && m.tensors[target].inference)
      m.reject(ErrorClass::InferenceSaved, Rule::S1);
  }
  m.reasons.add(plan.reasons);
  check_inference_write(m, target);
  if (m.stopped()) return;

  route(m, keys);
  const auto inputs = geometries_of(m, operands);
  NodeId node = 0;
  if (recorded) {
    node = new_node(m, NodeKind::Operator, flowing);
    save_inputs(m, node, operands, facts, /*own_copy_of_first=*/true);
  }
  for (int i = 1; i < operands.count; ++i)
    if (m.tensors[operands.tensors[at(i)]].inference && !m.tensors[target].inference) m.cite(Rule::M5);
  written(m, target, keys);
  if (recorded) {
    if (facts.saves_result) save(m, node, target);
    rebase_history(m, target, node);
    if (!keys.adinplaceorview) limits::mark_write_without_bump(m, target);
  }
  play_apply(m, record, inputs, operands.count, &m.tensors[target].geometry, 1, recorded);
  if (recorded) move_retained_of_write(m, target);
}

// Whether autograd forbids to write the outputs (M4): an operand or an output requires grad.
static bool loses_gradients(const ModelState& m, const Record& record, const Operands& operands, const Results& outs) {
  const OperationId computes = operation(record.operation).computes;
  DerivativeFacts facts = derivative_of(computes != 0 ? computes : record.operation);
  facts.underived_input = -1;  // what has no derivative by an argument is asked for one all the same
  const auto needs = [&](TensorId id) { return requires_grad(m, id); };
  if (std::any_of(outs.tensors.data(), outs.tensors.data() + outs.count, needs)) return true;
  return facts.differentiable && any_requires_grad(m, without_constants(operands, facts));
}

// An out= operator: writes its outputs, and records nothing.
//   autograd   where it runs and grad mode is on, nothing requires grad (M4)
//   arguments  shapes and dtypes
//   inference  an inference tensor is written inside the mode only (M1, M2)
//   then       outputs of other sizes are resized, and every output's version goes up (V3)
void out_variant(ModelState& m, const Record& record, const Operands& operands, const Results& outs,
                 const ResultPlan& plan) {
  const TensorId* const begin = outs.tensors.data();
  const TensorId* const end = begin + outs.count;
  // An output that is no inference tensor brings the keys, whichever it is.
  const TensorId* const normal = std::find_if(begin, end, [&](TensorId out) { return !m.tensors[out].inference; });
  const CallKeys keys = keys_of(m, operands, normal == end ? *begin : *normal);
  if (keys.autograd && m.mode->grad && loses_gradients(m, record, operands, outs))
    m.reject(ErrorClass::OutRequiresGrad, Rule::M4);
  m.reasons.add(plan.reasons);
  const auto is_resized = [&](int i) { return i == 0 ? plan.resizes : (plan.others_resize >> (i - 1) & 1) != 0; };
  std::array<Geometry, kMaxResults> wanted;
  for (int i = 0; i < outs.count; ++i) {
    check_inference_write(m, begin[i]);
    wanted[at(i)] = m.tensors[begin[i]].geometry;
    if (is_resized(i)) take_layout(wanted[at(i)], i == 0 ? plan.result : plan.others[at(i - 1)]);
    limits::leave_large_storage(m, bytes_needed(wanted[at(i)]));
  }
  m.leave_unspecified(plan.beyond_limits);
  if (m.stopped()) return;

  route(m, keys);
  const auto inputs = geometries_of(m, operands);
  std::array<Geometry, kMaxResults> outputs;
  for (int i = 0; i < outs.count; ++i) {
    if (is_resized(i)) {
      resize_to(m, begin[i], wanted[at(i)], keys);
      mark_leaf_again(m, begin[i]);
    }
    written(m, begin[i], keys);
  }
  for (int i = 0; i < outs.count; ++i) outputs[at(i)] = m.tensors[begin[i]].geometry;
  play_apply(m, record, inputs, operands.count, outputs.data(), outs.count, /*recorded=*/false);
}

// ---- views -------------------------------------------------------------------------------------------------

// W2: what a view of a view inherits.
static CreationMeta inherited(CreationMeta from, CreationMeta own) {
  if (own == CreationMeta::Default || from == CreationMeta::InferenceMode) return from;
  return own;
}

// W1: ADInplaceOrView makes the alias a tracked view of the source, or of the source's base.
static void track_view(ModelState& m, TensorId id, TensorId self, CreationMeta in_grad_mode) {
  TensorState& result = m.tensors[id];
  const TensorState& source = m.tensors[self];
  m.cite(Rule::W1, Rule::W3, Rule::V1);
  result.counter = source.counter;
  result.refreshed_at = m.counters[result.counter];
  result.tracked = true;
  result.base = source.tracked ? source.base : self;
  result.creation_meta = m.mode->inference ? CreationMeta::InferenceMode
                         : !m.mode->grad   ? CreationMeta::NoGradMode
                                           : in_grad_mode;
  if (source.tracked) {
    m.cite(Rule::W2);
    result.creation_meta = inherited(source.creation_meta, result.creation_meta);
  }
  limits::mark_view(result, source);
}

namespace {

struct PlannedViews {
  const Geometry* views = nullptr;
  int count = 0;  // of which the first kMaxListResults are made
  Reasons reasons;
  Unspecified beyond_limits = Unspecified::None;
  CreationMeta in_grad_mode = CreationMeta::Default;  // W1: with grad mode on and outside the mode
  bool beyond_argument = false;                       // may name elements that the argument does not
};

// A view operator: aliases of its argument, of its kind (K2).
//   autograd   if it records: the argument is no stale view that may not be regenerated (W5)
//   arguments  sizes and dimensions
//   then       aliases of a normal tensor are tracked (W1) and, if recorded, get a grad_fn; aliases of an inference
//              tensor are not tracked (W6)
void make_views(ModelState& m, TensorId self, const PlannedViews& plan,
                std::array<TensorId, kMaxListResults>& results) {
  const Operands operands(self);
  const CallKeys keys = keys_of(m, operands);
  // The history of a view is read whatever its dtype, which set_data of its base may have left behind.
  const bool wants = wants_to_record(m, keys, operands);
  const bool recorded = wants && is_differentiable(m.tensors[self].geometry.dtype);
  const int count = std::min(plan.count, kMaxListResults);
  if (wants) check_stale(m, operands);
  m.reasons.add(plan.reasons);
  m.leave_unspecified(plan.beyond_limits);
  limits::leave_views(m, self, plan.views, count, recorded && plan.beyond_argument);
  if (m.stopped()) return;

  route(m, keys);
  m.cite(Rule::K2);
  NodeId node = 0;
  if (recorded && plan.count > 0) {
    const Operands inputs = plan.beyond_argument ? with_family(m, operands, plan.views[0]) : operands;
    node = new_node(m, NodeKind::ViewOperator, inputs);
  }
  for (int i = 0; i < count; ++i) {
    Geometry geometry = plan.views[i];
    geometry.history = recorded ? input_geometry(m, self).history : 0;
    const TensorId id = new_tensor(m, geometry, m.tensors[self].inference);
    if (m.tensors[self].inference) {
      m.cite(Rule::W6);
    } else if (keys.adinplaceorview) {
      track_view(m, id, self, plan.in_grad_mode);
    } else {
      m.cite(Rule::H);  // the guard of G5 has taken tracking away
      m.tensors[id].counter = new_counter(m);
    }
    if (node != 0) set_history(m, id, node, static_cast<std::uint8_t>(i));
    results[at(i)] = id;
  }
  if (node != 0 && !keys.adinplaceorview) limits::mark_untracked_view(m, node, m.tensors[self].geometry.storage);
  limits::touch(m, m.tensors[self].geometry.storage);
}

}  // namespace

TensorId view(ModelState& m, TensorId self, const ViewResult& plan) {
  std::array<TensorId, kMaxListResults> results{};
  make_views(m, self,
             {&plan.geometry, 1, plan.reasons, plan.beyond_limits, CreationMeta::Default, plan.beyond_argument},
             results);
  return results[0];
}

void multi_view(ModelState& m, TensorId self, const MultiViewResult& plan,
                std::array<TensorId, kMaxListResults>& results) {
  make_views(m, self,
             {plan.views.data(), plan.count, plan.reasons, plan.beyond_limits, CreationMeta::MultiOutputNode, false},
             results);
}

// detach and views of another dtype: aliases that are not tracked and do not require grad (W1).
//   arguments  whether the bytes can be read as the other dtype
//   then       an alias that shares the version counter (V1), or the argument itself where nothing changes (K4)
TensorId untracked_alias(ModelState& m, TensorId self, const ViewResult& plan, bool may_return_self) {
  const Operands operands(self);
  const CallKeys keys = keys_of(m, operands);
  m.reasons.add(plan.reasons);
  m.leave_unspecified(plan.beyond_limits);
  if (m.stopped()) return 0;

  route(m, keys);
  m.cite(Rule::K2, Rule::W1);
  // A kernel that has nothing to change hands back its argument; only the kernels above it make that another tensor.
  const bool nothing_to_change = may_return_self && plan.geometry.dtype == m.tensors[self].geometry.dtype;
  if (nothing_to_change && (m.tensors[self].inference || !keys.adinplaceorview)) {
    m.cite(Rule::K4);
    return self;
  }
  Geometry geometry = plan.geometry;
  geometry.history = 0;
  const TensorId result = new_tensor(m, geometry, m.tensors[self].inference);
  if (!m.tensors[self].inference) {
    m.cite(Rule::V1);
    m.tensors[result].counter = keys.adinplaceorview ? m.tensors[self].counter : new_counter(m);
  }
  limits::touch(m, geometry.storage);
  return result;
}

// ---- operators that change what a tensor is ----------------------------------------------------------------

// An in-place view operator (t_, squeeze_): changes sizes and strides, no element.
//   autograd   if it records: the checks of an in-place operator (W4, W5)
//   arguments  sizes and dimensions
//   inference  an inference tensor is written inside the mode only (M1, M2)
//   then       the version goes up (V3); if recorded, this tensor's history goes on, and its base's stays (W4)
void in_place_view(ModelState& m, TensorId self, const ViewResult& plan) {
  const Operands operands(self);
  const CallKeys keys = keys_of(m, operands);
  const bool recorded = records(m, keys, operands, m.tensors[self].geometry.dtype);
  if (recorded) {
    check_in_place(m, self);
    check_stale(m, operands);
  }
  m.reasons.add(plan.reasons);
  check_inference_write(m, self);
  m.leave_unspecified(plan.beyond_limits);
  if (m.stopped()) return;

  route(m, keys);
  const NodeId node = recorded ? new_node(m, NodeKind::ViewOperator, operands) : 0;
  const HistoryId history = recorded ? input_geometry(m, self).history : m.tensors[self].geometry.history;
  if (!recorded) limits::mark_reshaped(m, self, plan.geometry, keys);
  m.tensors[self].geometry = plan.geometry;
  m.tensors[self].geometry.history = history;
  written(m, self, keys);
  if (recorded) {
    set_history(m, self, node, 0);
  } else {
    mark_leaf_again(m, self);
  }
}

// detach_: makes its argument a leaf that does not require grad where Autograd runs, and does nothing elsewhere (M6).
//   autograd   the argument is no tracked view
//   then       no history and no flag; it is no write, so no version goes up (V3)
void detach_in_place(ModelState& m, TensorId self) {
  const Operands operands(self);
  const CallKeys keys = keys_of(m, operands);
  m.cite(Rule::M6);
  if (keys.autograd && m.tensors[self].tracked) m.reject(ErrorClass::DetachView);
  if (m.stopped()) return;

  route(m, keys);
  if (!keys.autograd) return;
  take_hooks_along(m, self);
  TensorState& tensor = m.tensors[self];
  tensor.requires_grad_flag = false;
  tensor.grad_fn = 0;
  tensor.output_nr = 0;
  tensor.geometry.history = 0;
}

// resize_: gives its argument other sizes, and more storage where that is needed.
//   autograd   where it runs, the argument does not require grad (M6), grad mode or not
//   arguments  sizes
//   inference  an inference tensor is written inside the mode only (M1, M2)
//   then       the version goes up (V3), be it that the sizes are the same
void resize(ModelState& m, TensorId self, const IntList& size) {
  const Operands operands(self);
  const CallKeys keys = keys_of(m, operands);
  if (keys.autograd && requires_grad(m, self)) m.reject(ErrorClass::ResizeRequiresGrad, Rule::M6);
  if (std::any_of(size.begin(), size.end(), [](std::int64_t length) { return length < 0; }))
    m.reject(ErrorClass::Shape);
  check_inference_write(m, self);
  if (m.rejected()) return;
  Geometry wanted = m.tensors[self].geometry;
  const bool changes = sizes_of(wanted) != sizes_of(size);
  if (changes) set_contiguous(wanted, sizes_of(size));
  limits::leave_large_storage(m, bytes_needed(wanted));
  if (m.stopped()) return;

  route(m, keys);
  written(m, self, keys);
  if (!changes) return;
  resize_to(m, self, wanted, keys);
  mark_leaf_again(m, self);
}

}  // namespace modecheck::spec
