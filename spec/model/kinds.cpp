// Each function does what the kernels around an operator of one kind do (rule D3). It makes all checks, in the order of
// E3, before it changes anything (E1). Only check_stale changes views, which undo.h restores if needed.
#include "spec/model/kinds.h"

#include <algorithm>

#include "spec/limits/model/results.h"
#include "spec/limits/model/sanctioned_holes.h"
#include "spec/model/further/hooks.h"
#include "spec/model/further/retained.h"
#include "spec/model/further/saved_tensors_hooks.h"
#include "spec/model/graph.h"
#include "spec/model/tensors.h"
#include "spec/model/values.h"

namespace modecheck::spec {

// ---- Dispatch keys and routes --------------------------------------------------------------------------------

CallKeys keys_of(const ModelState& m, const Operands& operands, TensorId also) {
  // Rule D1: a call has its arguments' keys and the included keys, without the excluded keys. K5: only normal tensors
  // have more keys than the backend's.
  bool some_normal = also != 0 && !m.tensors[also].inference;
  for (const TensorId id : operands) some_normal = some_normal || !m.tensors[id].inference;
  CallKeys keys;
  keys.autograd = some_normal && !m.mode->autograd_excluded;
  keys.adinplaceorview = (some_normal || m.mode->adinplaceorview_included) && !m.mode->adinplaceorview_excluded;
  return keys;
}

// Rule D2: adds the call's kernels to the route, because each kernel redispatches to the next lower key.
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
  // Rules S5, G4: inside InferenceMode autograd is excluded, so nothing is recorded whatever grad mode says.
  return keys.autograd && m.mode->grad && any_requires_grad(m, operands);
}

bool records(const ModelState& m, CallKeys keys, const Operands& operands, DType result) {
  return is_differentiable(result) && wants_to_record(m, keys, operands);  // rule M3: the dtype must allow a gradient
}

// ---- The checks, in the order of rule E3 ---------------------------------------------------------------------

void check_in_place(ModelState& m, TensorId target) {
  const TensorState& tensor = m.tensors[target];
  m.cite(Rule::W4);
  if (tensor.tracked) {
    if (const ErrorClass reason = forbidden_by(tensor.creation_meta); reason != ErrorClass::None) m.reject(reason);
    if (requires_grad(m, target) && m.tensors[tensor.base].grad_fn == 0) m.reject(ErrorClass::ViewOfLeafInPlace);
  }
  if (requires_grad(m, target) && tensor.grad_fn == 0) m.reject(ErrorClass::LeafInPlace);
}

void check_stale(ModelState& m, const Operands& operands) {
  for (const TensorId id : operands) check_and_refresh(m, id);  // rule W5: stale views are regenerated or rejected
}

void check_saved(ModelState& m, const Operands& operands, const DerivativeFacts& facts, bool own_copy_of_first) {
  for (int i = 0; i < facts.saved_count; ++i) {
    const SavedInput& saved = facts.saved[at(i)];
    if (!is_saved(m, saved, operands)) continue;
    check_pack_hook(m);
    if (own_copy_of_first && saved.input == 0) continue;
    if (!m.tensors[operands.tensors[at(saved.input)]].inference) continue;
    m.reject(ErrorClass::InferenceSaved, Rule::S1);
  }
}

void check_inference_write(ModelState& m, TensorId target) {
  if (!m.tensors[target].inference) return;
  if (m.mode->inference) return m.cite(Rule::M1);
  if (m.mode->adinplaceorview_excluded) return m.cite(Rule::H);  // an unsafe guard (rule G5) skips this check
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

// Replaces operands that never get a gradient by tensor 0, which never requires grad. Such an operand is an index or a
// mask (constant_input), or a loss's weight, for which libtorch has no derivative (underived_input).
static Operands without_constants(Operands operands, const DerivativeFacts& facts) {
  for (const int constant : {facts.constant_input, facts.underived_input})
    if (constant >= 0 && constant < operands.count) operands.tensors[at(constant)] = 0;
  return operands;
}

// ---- Functional operators ------------------------------------------------------------------------------------

// Records a functional call: makes one node for all differentiable results, and saves what the derivative needs.
static void record_functional(ModelState& m, const Operands& operands, const Operands& flowing,
                              const DerivativeFacts& facts, const Results& results) {
  const auto has = [](std::uint8_t others, int i) { return (others >> (i - 1) & 1) != 0; };
  const NodeId node = new_node(m, facts.implemented ? NodeKind::Operator : NodeKind::NotImplemented, flowing);
  save_inputs(m, node, operands, facts, /*own_copy_of_first=*/false);
  if (facts.saves_result) save(m, node, results.tensors[0]);
  for (int i = 1; i < results.count; ++i)
    if (has(facts.saved_others, i)) save(m, node, results.tensors[at(i)]);
  set_history(m, results.tensors[0], node, 0);
  // A result after the first, such as the mean of layer norm, depends on the first input only.
  m.nodes[node].others_reach_the_first = facts.differentiable_others != 0;
  // If no gradient can flow to the first input, backward does not need the missing derivative, and does not raise.
  if (m.edges[m.nodes[node].first_edge].node == 0 && !facts.implemented) m.nodes[node].kind = NodeKind::Operator;
  for (int i = 1; i < results.count; ++i)
    if (has(facts.differentiable_others, i)) set_history(m, results.tensors[at(i)], node, static_cast<std::uint8_t>(i));
  for (const TensorId id : operands)
    if (m.tensors[id].inference && requires_grad(m, id)) m.cite(Rule::S4);
}

// A functional operator: makes new results, which are inference tensors if InferenceMode is on, and else normal ones.
//   autograd   a recorded call uses no stale view whose use is forbidden (W5), and saves no inference tensor (S1)
//   arguments  shapes, dtypes and all other arguments must be valid
//   results    a recorded call saves no result that is an inference tensor (S1)
//   then       the model makes the results (K1, K4), with a grad_fn if the call is recorded; it writes nothing (V4)
void functional(ModelState& m, const Operands& operands, const DerivativeFacts& facts, const OutputMeta& meta,
                Results& results) {
  CallKeys keys = keys_of(m, operands);
  keys.adinplaceorview = false;  // functional operators have no ADInplaceOrView kernel
  // A loss has no derivative with respect to its weight. So libtorch rejects a weight that requires grad (rule S3).
  if (facts.underived_input >= 0 && facts.underived_input < operands.count && keys.autograd && m.mode->grad &&
      requires_grad(m, operands.tensors[at(facts.underived_input)]))
    m.reject(ErrorClass::Argument, Rule::S3);
  const Operands flowing = without_constants(operands, facts);
  // Autograd checks the call before wrong arguments are found (rule E3), whatever dtype the result would have.
  const bool wants = facts.differentiable && wants_to_record(m, keys, flowing);
  const bool recorded = wants && is_differentiable(meta.result.dtype);
  if (wants && (!meta.asks_for_integers || !meta.reasons.none())) {
    check_stale(m, flowing);
    // If a stale view is rejected, saved inputs are not checked. For index operators either error may come first.
    if (!m.rejected() || facts.in_any_order) check_saved(m, operands, facts, /*own_copy_of_first=*/false);
  }
  m.reasons.add(meta.reasons);
  limits::leave_large_results(m, meta, results.count);
  if (m.stopped()) return;
  // The results would be inference tensors. They are saved after the operator has run, so wrong arguments come first
  // (rule E3), and so does a singular matrix.
  if (recorded && (facts.saves_result || facts.saved_others != 0)) {
    const bool raises = m.mode->inference || m.mode->saved_tensors_hooks == SavedTensorsHooks::RaiseInPack;
    if (raises && meta.raises_if_singular) return m.leave_unspecified(Unspecified::SingularByRounding);
    if (m.mode->inference) m.reject(ErrorClass::InferenceSaved, Rule::S1);
    check_pack_hook(m);
    if (m.rejected()) return;
  }

  route(m, keys);
  m.cite(Rule::K1, Rule::K4);
  const StorageId kept = meta.keeps_storage ? m.tensors[operands.tensors[0]].geometry.storage : StorageId{0};
  results.tensors[0] = fresh_result(m, meta.result, meta.extra_capacity_of_first, kept);
  for (int i = 1; i < results.count; ++i)
    results.tensors[at(i)] = fresh_result(m, meta.others[at(i - 1)], meta.extra_capacity[at(i - 1)], 0);
  if (m.mode->inference) m.cite(Rule::S5, Rule::K6, Rule::P1);
  if (recorded) record_functional(m, operands, flowing, facts, results);
}

// ---- In-place operators and out variants ---------------------------------------------------------------------

// An in-place operator: writes its first operand, the target.
//   autograd   in a recorded call, the target is no leaf that requires grad, no view of such a leaf, and no view
//              whose creation meta forbids the write (W4); no operand is a stale view whose use is forbidden (W5);
//              no saved tensor is an inference tensor (S1)
//   arguments  shapes and dtypes must be valid
//   inference  an inference tensor may be written inside InferenceMode only (M1, M2)
//   then       the target's version goes up (V3); a recorded call gives the target a new grad_fn (W4)
void in_place(ModelState& m, const Record& record, const Operands& operands, const OutputMeta& meta) {
  const TensorId target = operands.tensors[0];
  const CallKeys keys = keys_of(m, operands);
  const DerivativeFacts& facts = derivative_of(record);
  const Operands flowing = without_constants(operands, facts);
  const bool recorded = records(m, keys, flowing, m.tensors[target].geometry.dtype);
  // Autograd checks the call before wrong arguments are found (rule E3), whatever dtype the target has.
  if (recorded || (wants_to_record(m, keys, flowing) && !meta.reasons.none())) {
    check_in_place(m, target);
    check_stale(m, flowing);
    if (!m.rejected() || facts.in_any_order) check_saved(m, operands, facts, /*own_copy_of_first=*/true);
    // If the derivative needs the result, the written target is saved. So it must not be an inference tensor.
    if (!m.rejected() && facts.saves_result && m.tensors[target].inference)
      m.reject(ErrorClass::InferenceSaved, Rule::S1);
  }
  m.reasons.add(meta.reasons);
  check_inference_write(m, target);
  if (!m.rejected() && recorded && facts.saves_result) limits::leave_pack_hook_after_write(m);
  if (m.stopped()) return;

  route(m, keys);
  const auto inputs = geometries_of_write(m, operands);
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

// Rule M4: returns true if autograd must reject an out= call, because an operand or an output requires grad.
static bool loses_gradients(const ModelState& m, const Record& record, const Operands& operands, const Results& outs) {
  const OperationId out_of = operation(record.operation).out_of;
  DerivativeFacts facts = derivative_of(out_of != 0 ? out_of : record.operation);
  facts.underived_input = -1;  // rule M4: a loss weight must not require grad, although it gets no gradient
  const auto needs = [&](TensorId id) { return requires_grad(m, id); };
  if (std::any_of(outs.tensors.data(), outs.tensors.data() + outs.count, needs)) return true;
  return facts.differentiable && any_requires_grad(m, without_constants(operands, facts));
}

// An out= operator: writes its outputs, and records nothing.
//   autograd   if Autograd runs and grad mode is on, no operand and no output may require grad (rule M4)
//   arguments  shapes and dtypes must be valid
//   inference  an inference tensor may be written inside InferenceMode only (M1, M2)
//   then       outputs of other sizes are resized, and the version of every output goes up (V3)
void out_variant(ModelState& m, const Record& record, const Operands& operands, const Results& outs,
                 const OutputMeta& meta) {
  const TensorId* const begin = outs.tensors.data();
  const TensorId* const end = begin + outs.count;
  // Rule D1: an output that is a normal tensor adds its keys to the call.
  const TensorId* const normal = std::find_if(begin, end, [&](TensorId out) { return !m.tensors[out].inference; });
  const CallKeys keys = keys_of(m, operands, normal == end ? *begin : *normal);
  if (keys.autograd && m.mode->grad && loses_gradients(m, record, operands, outs))
    m.reject(ErrorClass::OutRequiresGrad, Rule::M4);
  m.reasons.add(meta.reasons);
  const auto is_resized = [&](int i) { return i == 0 ? meta.resizes : (meta.others_resize >> (i - 1) & 1) != 0; };
  std::array<Geometry, kMaxResults> wanted;
  for (int i = 0; i < outs.count; ++i) {
    check_inference_write(m, begin[i]);
    wanted[at(i)] = m.tensors[begin[i]].geometry;
    if (is_resized(i)) take_layout(wanted[at(i)], i == 0 ? meta.result : meta.others[at(i - 1)]);
    limits::leave_large_storage(m, bytes_needed(wanted[at(i)]));
  }
  m.leave_unspecified(meta.beyond_limits);
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

// ---- View operators ------------------------------------------------------------------------------------------

// Rule W2: returns a view's creation meta. `from` is the creation meta of the view's source. `own` is the creation meta
// that the view would have if its source were no view.
static CreationMeta inherited(CreationMeta from, CreationMeta own) {
  if (own == CreationMeta::Default || from == CreationMeta::InferenceMode) return from;
  return own;
}

// Rule W1: ADInplaceOrView makes an alias a tracked view of its source, or of the source's base if there is one.
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
  int count = 0;  // how many views the operator returns; only the first kMaxListResults are made
  Reasons reasons;
  Unspecified beyond_limits = Unspecified::None;
  CreationMeta in_grad_mode = CreationMeta::Default;  // rule W1: the creation meta in grad mode
  bool beyond_argument = false;                       // as_strided: the view may have elements that the argument lacks
};

// A view operator: makes aliases of its argument; an alias of an inference tensor is an inference tensor (rule K2).
//   autograd   in a recorded call, the argument is no stale view that must not be regenerated (W5)
//   arguments  sizes and dimensions must be valid
//   then       aliases of normal tensors are tracked (W1), with a grad_fn if recorded; other aliases are not (W6)
void make_views(ModelState& m, TensorId self, const PlannedViews& meta,
                std::array<TensorId, kMaxListResults>& results) {
  const Operands operands(self);
  const CallKeys keys = keys_of(m, operands);
  // A stale view is checked whatever its dtype, because set_data may have given it an integer dtype.
  const bool wants = wants_to_record(m, keys, operands);
  const bool recorded = wants && is_differentiable(m.tensors[self].geometry.dtype);
  const int count = std::min(meta.count, kMaxListResults);
  if (wants) check_stale(m, operands);
  m.reasons.add(meta.reasons);
  m.leave_unspecified(meta.beyond_limits);
  limits::leave_views(m, meta.views, count);
  if (m.stopped()) return;

  route(m, keys);
  m.cite(Rule::K2);
  NodeId node = 0;
  if (recorded && meta.count > 0) {
    const Operands inputs = meta.beyond_argument ? with_family(m, operands, meta.views[0]) : operands;
    node = new_node(m, NodeKind::ViewOperator, inputs);
  }
  for (int i = 0; i < count; ++i) {
    Geometry geometry = meta.views[i];
    geometry.history = recorded ? input_geometry(m, self).history : 0;
    const TensorId id = new_tensor(m, geometry, m.tensors[self].inference);
    if (m.tensors[self].inference) {
      m.cite(Rule::W6);
    } else if (keys.adinplaceorview) {
      track_view(m, id, self, meta.in_grad_mode);
    } else {
      m.cite(Rule::H);  // under an unsafe guard (rule G5) no view is tracked
      m.tensors[id].counter = new_counter(m);
    }
    if (node != 0) set_history(m, id, node, static_cast<std::uint8_t>(i));
    results[at(i)] = id;
  }
  if (node != 0 && !keys.adinplaceorview) limits::mark_untracked_view(m, node, m.tensors[self].geometry.storage);
  limits::touch(m, m.tensors[self].geometry.storage);
}

}  // namespace

TensorId view(ModelState& m, TensorId self, const ViewResult& meta) {
  std::array<TensorId, kMaxListResults> results{};
  make_views(m, self,
             {&meta.geometry, 1, meta.reasons, meta.beyond_limits, CreationMeta::Default, meta.beyond_argument},
             results);
  return results[0];
}

void multi_view(ModelState& m, TensorId self, const MultiViewResult& meta,
                std::array<TensorId, kMaxListResults>& results) {
  make_views(m, self,
             {meta.views.data(), meta.count, meta.reasons, meta.beyond_limits, CreationMeta::MultiOutputNode, false},
             results);
}

// detach and view(dtype): make an alias that is not tracked and does not require grad (rule W1).
//   arguments  the argument's bytes can be read as the other dtype
//   then       the alias shares the version counter (V1); the result is the argument itself if nothing changes (K4)
TensorId untracked_alias(ModelState& m, TensorId self, const ViewResult& meta, bool may_return_self) {
  const Operands operands(self);
  const CallKeys keys = keys_of(m, operands);
  m.reasons.add(meta.reasons);
  m.leave_unspecified(meta.beyond_limits);
  if (m.stopped()) return 0;

  route(m, keys);
  m.cite(Rule::K2, Rule::W1);
  // view(dtype) to the same dtype returns its argument. If the ADInplaceOrView kernel runs for a normal tensor, it
  // makes an alias instead.
  const bool nothing_to_change = may_return_self && meta.geometry.dtype == m.tensors[self].geometry.dtype;
  if (nothing_to_change && (m.tensors[self].inference || !keys.adinplaceorview)) {
    m.cite(Rule::K4);
    return self;
  }
  Geometry geometry = meta.geometry;
  geometry.history = 0;
  const TensorId result = new_tensor(m, geometry, m.tensors[self].inference);
  if (!m.tensors[self].inference) {
    m.cite(Rule::V1);
    m.tensors[result].counter = keys.adinplaceorview ? m.tensors[self].counter : new_counter(m);
  }
  limits::touch(m, geometry.storage);
  return result;
}

// ---- Operators that change sizes, history or storage of their argument ---------------------------------------

// An in-place view operator (t_, squeeze_): changes sizes and strides, but no element.
//   autograd   a recorded call makes the checks of an in-place operator (rules W4, W5)
//   arguments  sizes and dimensions must be valid
//   inference  an inference tensor may be written inside InferenceMode only (M1, M2)
//   then       the version goes up (V3); a recorded call gives a new grad_fn to the tensor, not to its base (W4)
void in_place_view(ModelState& m, TensorId self, const ViewResult& meta) {
  const Operands operands(self);
  const CallKeys keys = keys_of(m, operands);
  const bool recorded = records(m, keys, operands, m.tensors[self].geometry.dtype);
  if (recorded) {
    check_in_place(m, self);
    check_stale(m, operands);
  }
  m.reasons.add(meta.reasons);
  check_inference_write(m, self);
  m.leave_unspecified(meta.beyond_limits);
  if (m.stopped()) return;

  route(m, keys);
  const NodeId node = recorded ? new_node(m, NodeKind::ViewOperator, operands) : 0;
  const HistoryId history = recorded ? input_geometry(m, self).history : m.tensors[self].geometry.history;
  if (!recorded) limits::mark_reshaped(m, self, meta.geometry, keys);
  m.tensors[self].geometry = meta.geometry;
  m.tensors[self].geometry.history = history;
  written(m, self, keys);
  if (recorded) {
    set_history(m, self, node, 0);
  } else {
    mark_leaf_again(m, self);
  }
}

// detach_: if Autograd runs, makes its argument a leaf that does not require grad; otherwise does nothing (rule M6).
//   autograd   the argument is no tracked view
//   then       the tensor loses grad_fn and flag; detach_ is no write, so no version goes up (V3)
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

}  // namespace modecheck::spec
