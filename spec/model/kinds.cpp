// The kernels around every operator, one function per kind of operator (D3). Each first establishes everything that can
// go wrong, in the order of E3, and only then changes anything (E1).
#include <algorithm>

#include "spec/model/state.h"

namespace modecheck::spec {

// ---- dispatch -----------------------------------------------------------------------------------------------

CallKeys ModelState::keys_of(const Operands& operands, TensorId also) const {
  // D1: union over the tensor arguments, with the included keys, minus the excluded ones. K5: both keys or neither.
  bool some_normal = also != 0 && !tensors_[also].inference;
  for (const TensorId id : operands) some_normal = some_normal || !tensors_[id].inference;
  CallKeys keys;
  keys.autograd = some_normal && !mode_->autograd_excluded;
  keys.adinplaceorview = (some_normal || mode_->adinplaceorview_included) && !mode_->adinplaceorview_excluded;
  return keys;
}

void ModelState::route(CallKeys keys) {
  cite(Rule::K5);
  cite(Rule::P4);
  cite(Rule::D1);
  cite(Rule::D2);  // each kernel hands on to the next lower key
  cite(Rule::D3);
  const auto add = [&](bool runs, std::uint8_t key) {
    if (!runs || route_.length == RouteObservation::capacity) return;
    route_.keys[route_.length] = key;
    ++route_.length;
  };
  add(keys.autograd, kKeyAutograd);
  add(keys.adinplaceorview, kKeyADInplaceOrView);
  add(true, kKeyBackend);
}

bool ModelState::any_requires_grad(const Operands& operands) const {
  for (const TensorId id : operands)
    if (requires_grad(id)) return true;
  return false;
}

bool ModelState::wants_to_record(CallKeys keys, const Operands& operands) const {
  // S5, G4: inside the mode autograd is excluded, so nothing is recorded whatever grad mode says.
  return keys.autograd && mode_->grad && any_requires_grad(operands);
}

bool ModelState::records(CallKeys keys, const Operands& operands, DType result) const {
  return is_differentiable(result) && wants_to_record(keys, operands);  // M3
}

// ---- the checks of E3, in its order -------------------------------------------------------------------------

void ModelState::check_in_place(TensorId target) {
  const TensorState& tensor = tensors_[target];
  cite(Rule::W4);
  // Where its elements are in the history of its base libraries tell in ways of their own, or not at all.
  leave_unspecified(Unspecified::ViewOfAnotherDtype,
                    tensor.tracked && tensor.other_dtype && tensor.creation_meta == CreationMeta::Default);
  if (tensor.tracked) {
    switch (tensor.creation_meta) {
      case CreationMeta::InferenceMode:
        reject(ErrorClass::ViewMadeInInference);
        break;
      case CreationMeta::NoGradMode:
        reject(ErrorClass::ViewMadeInNoGrad);
        break;
      case CreationMeta::MultiOutputNode:
        reject(ErrorClass::ViewFromMultiOutput);
        break;
      case CreationMeta::InCustomFunction:
        reject(ErrorClass::ViewFromCustomFunction);
        break;
      default:
        break;
    }
    if (requires_grad(target) && tensors_[tensor.base].grad_fn == 0) reject(ErrorClass::ViewOfLeafInPlace);
  }
  if (requires_grad(target) && tensor.grad_fn == 0) reject(ErrorClass::LeafInPlace);
}

void ModelState::check_stale(const Operands& operands) {
  for (const TensorId id : operands) check_and_refresh(id);  // W5
}

void ModelState::check_saved(const Operands& operands, const DerivativeFacts& facts, bool own_copy_of_first) {
  for (int i = 0; i < facts.saved_count; ++i) {
    const SavedInput& saved = facts.saved[at(i)];
    if (saved.input >= operands.count) continue;  // an optional one that is not there
    if (own_copy_of_first && saved.input == 0) continue;
    if (saved.if_flows_to != kAlways && !flows(operands.tensors[at(saved.if_flows_to)])) continue;
    if (!tensors_[operands.tensors[at(saved.input)]].inference) continue;
    cite(Rule::S1);
    reject(ErrorClass::InferenceSaved);
  }
}

void ModelState::check_inference_write(TensorId target) {
  if (!tensors_[target].inference) return;
  if (mode_->inference) {
    cite(Rule::M1);
    return;
  }
  if (mode_->adinplaceorview_excluded) {
    cite(Rule::H);  // the guard of G5 has taken the check away
    return;
  }
  cite(Rule::M2);
  cite(Rule::P3);
  reject(ErrorClass::InferenceInPlace);
}

// ---- what is made and written -------------------------------------------------------------------------------

StorageId ModelState::new_storage(std::int64_t bytes) {
  StorageState storage;
  storage.bytes = static_cast<std::uint32_t>(bytes);
  storage.on_host = on_host_;
  storages_.push_back(storage);
  return static_cast<StorageId>(storages_.size() - 1);
}

CounterId ModelState::new_counter() {
  counters_.push_back(0);
  return static_cast<CounterId>(counters_.size() - 1);
}

TensorId ModelState::new_tensor(const Geometry& geometry, bool inference) {
  tensors_.emplace_back(geometry, inference);
  return static_cast<TensorId>(tensors_.size() - 1);
}

void ModelState::touch(StorageId storage) {
  if (!mode_->unsafe()) return;
  cite(Rule::H);
  change(storage).touched_through_hole = true;
}

StorageState& ModelState::change(StorageId storage) {
  if (may_undo_) changed_storages_.push_back({storage, storages_[storage]});
  return storages_[storage];
}

void ModelState::written(TensorId target, CallKeys keys) {
  const TensorState& tensor = tensors_[target];
  if (tensor.inference) {
    cite(Rule::V4);
  } else if (keys.adinplaceorview) {
    cite(Rule::V3);
    ++counters_[tensor.counter];
  }
  touch(tensor.geometry.storage);
}

bool ModelState::has_views(TensorId id) const {
  return std::any_of(tensors_.begin(), tensors_.end(),
                     [&](const TensorState& tensor) { return tensor.tracked && tensor.base == id; });
}

void ModelState::resize_to(TensorId target, const Geometry& wanted, CallKeys keys) {
  reshaped(target, wanted, keys);
  TensorState& tensor = tensors_[target];
  tensor.geometry.rank = wanted.rank;
  tensor.geometry.sizes = wanted.sizes;
  tensor.geometry.strides = wanted.strides;
  const std::int64_t needed = bytes_needed(tensor.geometry);
  StorageState& storage = storages_[tensor.geometry.storage];
  if (needed <= storage.bytes) return;
  storage.bytes = static_cast<std::uint32_t>(needed);
  if (!observed()) return;
  effect_.kind = EffectKind::ResizeStorage;
  effect_.storage = tensor.geometry.storage;
  effect_.bytes = storage.bytes;
  play(effect_);
}

// Tensor 0 stands for a constant.
ModelState::Operands ModelState::without_constant(Operands operands, const DerivativeFacts& facts) {
  if (facts.constant_input >= 0 && facts.constant_input < operands.count)
    operands.tensors[at(facts.constant_input)] = 0;
  if (facts.underived_input >= 0 && facts.underived_input < operands.count)
    operands.tensors[at(facts.underived_input)] = 0;
  return operands;
}

// ---- functional operators -----------------------------------------------------------------------------------

// Of the storage that a result gets.
static std::int64_t fresh_bytes(Geometry planned) {
  planned.offset = 0;
  return bytes_needed(planned);
}

// A result of its own, in a new storage. `kept`: that storage is as large, and the result lies there as it is planned.
TensorId ModelState::fresh_result(const Geometry& planned, int spare_elements, StorageId kept) {
  Geometry geometry = planned;
  const std::int64_t elements = kept == 0 ? 0 : storages_[kept].bytes / item_size(planned.dtype);
  if (elements == 0) geometry.offset = 0;
  geometry.storage = new_storage(elements != 0 ? elements * item_size(planned.dtype)
                                               : fresh_bytes(planned) + spare_elements * item_size(planned.dtype));
  geometry.history = 0;
  const TensorId result = new_tensor(geometry, mode_->inference);
  if (!mode_->inference) tensors_[result].counter = new_counter();
  return result;
}

void ModelState::functional(const Operands& operands, const DerivativeFacts& facts, const ResultPlan& plan,
                            Results& results) {
  CallKeys keys = keys_of(operands);
  keys.adinplaceorview = false;  // functional operators fall through
  // Nothing flows to it: where something would have to, that is said (S3).
  if (facts.underived_input >= 0 && facts.underived_input < operands.count && keys.autograd && mode_->grad &&
      requires_grad(operands.tensors[at(facts.underived_input)])) {
    cite(Rule::S3);
    reject(ErrorClass::Argument);
  }
  const Operands flowing = without_constant(operands, facts);
  // Arguments that are wrong are found later (E3): until then their result may be of any dtype.
  const bool wants = facts.differentiable && wants_to_record(keys, flowing);
  const bool recorded = wants && is_differentiable(plan.result.dtype);
  if (wants && (!plan.asks_for_integers || !plan.reasons.none())) {
    check_stale(flowing);
    if (!rejected() || facts.in_any_order) check_saved(operands, facts, /*own_copy_of_first=*/false);
  }
  reasons_.add(plan.reasons);
  // Where elements share a place the storage is the smaller part.
  leave_unspecified(plan.beyond_limits);
  leave_unspecified(Unspecified::StorageTooLarge,
                    (plan.result.numel() + plan.spare_of_first) * item_size(plan.result.dtype) > kMaxStorageBytes ||
                        (plan.reasons.none() && fresh_bytes(plan.result) > kMaxStorageBytes));
  const int others = results.count - 1;
  for (int i = 0; i < others; ++i)
    leave_unspecified(
        Unspecified::StorageTooLarge,
        (plan.others[at(i)].numel() + plan.spare[at(i)]) * item_size(plan.others[at(i)].dtype) > kMaxStorageBytes);
  if (stopped()) return;

  route(keys);
  cite(Rule::K1);
  cite(Rule::K4);
  const TensorId result =
      fresh_result(plan.result, plan.spare_of_first,
                   plan.keeps_storage ? tensors_[operands.tensors[0]].geometry.storage : StorageId{0});
  results.tensors[0] = result;
  for (int i = 0; i < others; ++i) results.tensors[at(1 + i)] = fresh_result(plan.others[at(i)], plan.spare[at(i)]);
  if (mode_->inference) {
    cite(Rule::S5);
    cite(Rule::K6);
    cite(Rule::P1);
  }
  if (recorded) {
    const NodeId node = new_node(facts.implemented ? NodeKind::Operator : NodeKind::NotImplemented, flowing);
    save_inputs(node, operands, facts, /*own_copy_of_first=*/false);
    if (facts.saves_result) save(node, result);
    for (int i = 0; i < others; ++i)
      if ((facts.saved_others >> i & 1) != 0) save(node, results.tensors[at(1 + i)]);
    set_history(result, node, 0);
    // All results that can be differentiated are one node's. What is beside the first is made of the first input.
    nodes_[node].others_reach_the_first = facts.differentiable_others != 0;
    nodes_[node].flat = facts.flat | plan.flat;
    // Where nothing would flow back, nobody asks for what is missing.
    if (edges_[nodes_[node].first_edge].node == 0 && !facts.implemented) nodes_[node].kind = NodeKind::Operator;
    for (int i = 0; i < others; ++i)
      if ((facts.differentiable_others >> i & 1) != 0) set_history(results.tensors[at(1 + i)], node, 1 + i);
    for (const TensorId id : operands)
      if (tensors_[id].inference && requires_grad(id)) cite(Rule::S4);
  }
}

// ---- in-place and out= --------------------------------------------------------------------------------------

void ModelState::in_place(const Record& record, const Operands& operands, const ResultPlan& plan) {
  const TensorId target = operands.tensors[0];
  const CallKeys keys = keys_of(operands);
  const DerivativeFacts& facts = derivative_of(record);
  const Operands flowing = without_constant(operands, facts);
  const bool recorded = records(keys, flowing, tensors_[target].geometry.dtype);
  if (recorded || (wants_to_record(keys, flowing) && !plan.reasons.none())) {
    check_in_place(target);
    check_stale(flowing);
    if (!rejected() || facts.in_any_order) check_saved(operands, facts, /*own_copy_of_first=*/true);
    // The result is saved too, and it is what is written. Only the guard of G5 lets it be an inference tensor.
    if (!rejected() && facts.saves_result && tensors_[target].inference) {
      cite(Rule::S1);
      reject(ErrorClass::InferenceSaved);
    }
  }
  reasons_.add(plan.reasons);
  check_inference_write(target);
  if (stopped()) return;

  route(keys);
  const auto inputs = geometries_of(operands);
  NodeId node = 0;
  if (recorded) {
    node = new_node(NodeKind::Operator, flowing);
    save_inputs(node, operands, facts, /*own_copy_of_first=*/true);
  }
  for (int i = 1; i < operands.count; ++i)
    if (tensors_[operands.tensors[at(i)]].inference && !tensors_[target].inference) cite(Rule::M5);
  written(target, keys);
  if (recorded) {
    if (facts.saves_result) save(node, target);
    rebase_history(target, node);
    // Without a bump nobody sees that views are stale.
    if (!keys.adinplaceorview && (tensors_[target].tracked || has_views(target)))
      change(tensors_[target].geometry.storage).two_histories = true;
  }
  play_apply(record, inputs, operands.count, &tensors_[target].geometry, 1, recorded);
  if (recorded) move_retained_of_write(target);
}

void ModelState::out_variant(const Record& record, const Operands& operands, const Results& outs,
                             const ResultPlan& plan) {
  const TensorId* const begin = outs.tensors.data();
  const TensorId* const end = begin + outs.count;
  // An output that is no inference tensor brings the keys, whichever it is.
  const TensorId* const normal = std::find_if(begin, end, [&](TensorId out) { return !tensors_[out].inference; });
  const CallKeys keys = keys_of(operands, normal == end ? *begin : *normal);
  // Operators without derivative lose nothing of what they read. The output's own history would tell of values that are
  // gone (S3).
  const OperationId computes = operation(record.operation).computes;
  const DerivativeFacts& facts = derivative_of(computes != 0 ? computes : record.operation);
  // What has no derivative by an argument is asked for one all the same (M4).
  DerivativeFacts asked = facts;
  asked.underived_input = -1;
  const bool loses = facts.differentiable && any_requires_grad(without_constant(operands, asked));
  const bool stays = std::any_of(begin, end, [&](TensorId out) { return requires_grad(out); });
  if (keys.autograd && mode_->grad && (loses || stays)) {
    cite(Rule::M4);
    reject(ErrorClass::OutRequiresGrad);
  }
  reasons_.add(plan.reasons);
  std::array<Geometry, kMaxResults> wanted;
  std::array<bool, kMaxResults> resizes{};
  for (int i = 0; i < outs.count; ++i) {
    const TensorId out = outs.tensors[at(i)];
    check_inference_write(out);
    wanted[at(i)] = tensors_[out].geometry;
    resizes[at(i)] = i == 0 ? plan.resizes : (plan.others_resize >> (i - 1) & 1) != 0;
    if (resizes[at(i)]) {
      const Geometry& result = i == 0 ? plan.result : plan.others[at(i - 1)];
      wanted[at(i)].rank = result.rank;
      wanted[at(i)].sizes = result.sizes;
      wanted[at(i)].strides = result.strides;
    }
    leave_unspecified(Unspecified::StorageTooLarge, bytes_needed(wanted[at(i)]) > kMaxStorageBytes);
  }
  leave_unspecified(plan.beyond_limits);
  if (stopped()) return;

  route(keys);
  const auto inputs = geometries_of(operands);
  for (int i = 0; i < outs.count; ++i) {
    const TensorId out = outs.tensors[at(i)];
    if (resizes[at(i)]) {
      resize_to(out, wanted[at(i)], keys);
      mark_leaf_again(out);
    }
    written(out, keys);
  }
  std::array<Geometry, kMaxResults> outputs;
  for (int i = 0; i < outs.count; ++i) outputs[at(i)] = tensors_[outs.tensors[at(i)]].geometry;
  play_apply(record, inputs, operands.count, outputs.data(), outs.count, /*recorded=*/false);
}

// ---- views --------------------------------------------------------------------------------------------------

namespace {

// W2: what a view of a view inherits.
CreationMeta inherited(CreationMeta from, CreationMeta own) {
  if (own == CreationMeta::Default || from == CreationMeta::InferenceMode) return from;
  return own;
}

}  // namespace

TensorId ModelState::view(TensorId self, const ViewResult& plan) {
  std::array<TensorId, kMaxListResults> results{};
  make_views(self, {&plan.geometry, 1, plan.beyond_limits, CreationMeta::Default, plan.beyond_argument}, plan.reasons,
             results);
  return results[0];
}

void ModelState::multi_view(TensorId self, const MultiViewResult& plan,
                            std::array<TensorId, kMaxListResults>& results) {
  make_views(self, {plan.views.data(), plan.count, plan.beyond_limits, CreationMeta::MultiOutputNode}, plan.reasons,
             results);
}

void ModelState::make_views(TensorId self, const PlannedViews& plan, const Reasons& reasons,
                            std::array<TensorId, kMaxListResults>& results) {
  Operands operands;
  operands.add(self);
  const CallKeys keys = keys_of(operands);
  // The history of a view is read whatever its dtype, which set_data of its base may have left behind.
  const bool wants = wants_to_record(keys, operands);
  const bool recorded = wants && is_differentiable(tensors_[self].geometry.dtype);
  if (wants) check_stale(operands);
  reasons_.add(reasons);
  leave_unspecified(plan.beyond_limits);
  leave_unspecified(Unspecified::ViewOfAnotherDtype, recorded && plan.beyond_argument && tensors_[self].other_dtype);
  for (int i = 0; i < plan.count && i < kMaxListResults; ++i)
    leave_unspecified(Unspecified::TooManyElements, plan.views[i].numel() > kMaxElements);
  if (stopped()) return;

  route(keys);
  cite(Rule::K2);
  NodeId node = 0;
  if (recorded && plan.count > 0)
    node = new_node(NodeKind::ViewOperator, plan.beyond_argument ? with_family(operands, plan.views[0]) : operands);
  for (int i = 0; i < plan.count && i < kMaxListResults; ++i) {
    Geometry geometry = plan.views[i];
    geometry.history = recorded ? input_geometry(self).history : 0;
    const TensorId id = new_tensor(geometry, tensors_[self].inference);
    TensorState& result = tensors_[id];
    const TensorState& source = tensors_[self];
    if (source.inference) {
      cite(Rule::W6);
    } else if (keys.adinplaceorview) {
      cite(Rule::W1);
      cite(Rule::W3);
      cite(Rule::V1);
      result.counter = source.counter;
      result.refreshed_at = counters_[result.counter];
      result.tracked = true;
      result.exchanged = source.tracked && source.exchanged;
      result.other_dtype = (source.tracked && source.other_dtype) || result.geometry.dtype != source.geometry.dtype;
      result.base = source.tracked ? source.base : self;
      result.creation_meta = mode_->inference ? CreationMeta::InferenceMode
                             : !mode_->grad   ? CreationMeta::NoGradMode
                                              : plan.in_grad_mode;
      if (source.tracked) {
        cite(Rule::W2);
        result.creation_meta = inherited(source.creation_meta, result.creation_meta);
      }
    } else {
      cite(Rule::H);
      result.counter = new_counter();
      if (node) change(geometry.storage).two_histories = true;
    }
    if (node) set_history(id, node, static_cast<std::uint8_t>(i));
    results[at(i)] = id;
  }
  if (node && !keys.adinplaceorview) nodes_[node].through_hole = true;
  touch(tensors_[self].geometry.storage);
}

TensorId ModelState::untracked_alias(TensorId self, const ViewResult& plan, bool may_return_self) {
  Operands operands;
  operands.add(self);
  const CallKeys keys = keys_of(operands);
  reasons_.add(plan.reasons);
  leave_unspecified(plan.beyond_limits);
  if (stopped()) return 0;
  route(keys);
  cite(Rule::K2);
  cite(Rule::W1);
  // A kernel that has nothing to change hands back its argument; only the kernels above it make that another tensor.
  const bool nothing_to_change = may_return_self && plan.geometry.dtype == tensors_[self].geometry.dtype;
  if (nothing_to_change && (tensors_[self].inference || !keys.adinplaceorview)) {
    cite(Rule::K4);
    return self;
  }
  Geometry geometry = plan.geometry;
  geometry.history = 0;
  const TensorId result = new_tensor(geometry, tensors_[self].inference);
  if (!tensors_[self].inference) {
    cite(Rule::V1);
    tensors_[result].counter = keys.adinplaceorview ? tensors_[self].counter : new_counter();
  }
  touch(geometry.storage);
  return result;
}

// Nobody promises whether the node of a leaf that gets other sizes is made anew before it is used again.
void ModelState::leaf_reshaped(TensorId id, const Geometry& now) {
  const TensorState& tensor = tensors_[id];
  if (tensor.accumulator != 0 && (!same_sizes(tensor.geometry, now) || tensor.geometry.dtype != now.dtype))
    nodes_[tensor.accumulator].reshaped_through_hole = true;
}

// An operator changes the geometry and does not record it.
void ModelState::reshaped(TensorId id, const Geometry& now, CallKeys keys) {
  leaf_reshaped(id, now);
  if (!keys.adinplaceorview && !tensors_[id].inference) exchanged_through_hole(id, now);
}

void ModelState::exchanged_through_hole(TensorId id, const Geometry& now) {
  TensorState& tensor = tensors_[id];
  tensor.exchanged = true;
  leaf_reshaped(id, now);
  if (tensor.grad_fn == 0) return;
  nodes_[tensor.grad_fn].through_hole = true;
  if (!same_sizes(tensor.geometry, now) || tensor.geometry.dtype != now.dtype)
    nodes_[tensor.grad_fn].reshaped_through_hole = true;
}

// ---- operators that change what a tensor is -----------------------------------------------------------------

void ModelState::in_place_view(TensorId self, const ViewResult& plan) {
  Operands operands;
  operands.add(self);
  const CallKeys keys = keys_of(operands);
  const bool recorded = records(keys, operands, tensors_[self].geometry.dtype);
  if (recorded) {
    check_in_place(self);
    check_stale(operands);
  }
  reasons_.add(plan.reasons);
  check_inference_write(self);
  leave_unspecified(plan.beyond_limits);
  if (stopped()) return;

  route(keys);
  const NodeId node = recorded ? new_node(NodeKind::ViewOperator, operands) : 0;
  const HistoryId history = recorded ? input_geometry(self).history : tensors_[self].geometry.history;
  if (!recorded) reshaped(self, plan.geometry, keys);
  tensors_[self].geometry = plan.geometry;
  tensors_[self].geometry.history = history;
  written(self, keys);
  if (recorded) {
    set_history(self, node, 0);  // W4: of this view only
  } else {
    mark_leaf_again(self);
  }
}

void ModelState::detach_in_place(TensorId self) {
  Operands operands;
  operands.add(self);
  const CallKeys keys = keys_of(operands);
  cite(Rule::M6);
  if (keys.autograd && tensors_[self].tracked) reject(ErrorClass::DetachView);
  if (stopped()) return;
  route(keys);
  if (!keys.autograd) return;  // V3: no write, no bump
  take_hooks_along(self);
  TensorState& tensor = tensors_[self];
  tensor.requires_grad_flag = false;
  tensor.grad_fn = 0;
  tensor.output_nr = 0;
  tensor.geometry.history = 0;
}

void ModelState::resize(TensorId self, const IntList& size) {
  Operands operands;
  operands.add(self);
  const CallKeys keys = keys_of(operands);
  if (keys.autograd && requires_grad(self)) {
    cite(Rule::M6);
    reject(ErrorClass::ResizeRequiresGrad);
  }
  for (const std::int64_t length : size)
    if (length < 0) reject(ErrorClass::Shape);
  check_inference_write(self);
  if (rejected()) return;
  Geometry wanted = tensors_[self].geometry;
  const bool changes = sizes_of(wanted) != sizes_of(size);
  if (changes) set_contiguous(wanted, sizes_of(size));
  leave_unspecified(Unspecified::StorageTooLarge, bytes_needed(wanted) > kMaxStorageBytes);
  if (stopped()) return;

  route(keys);
  written(self, keys);
  if (!changes) return;
  resize_to(self, wanted, keys);
  mark_leaf_again(self);
}

void ModelState::set_source(TensorId self, TensorId source) {
  Operands operands;
  operands.add(self);
  operands.add(source);
  const CallKeys keys = keys_of(operands);
  const bool recorded = records(keys, operands, tensors_[self].geometry.dtype);
  if (recorded) {
    check_in_place(self);
    check_stale(operands);
  }
  if (tensors_[self].inference != tensors_[source].inference) {
    cite(Rule::K3);
    cite(Rule::P2);
    reject(ErrorClass::KindMismatch);
  }
  Geometry wanted = tensors_[source].geometry;
  wanted.dtype = tensors_[self].geometry.dtype;  // it keeps its own: the elements may need more than there is
  if (bytes_needed(wanted) > storages_[wanted.storage].bytes) reject(ErrorClass::StorageSize);
  check_inference_write(self);
  if (stopped()) return;

  route(keys);
  written(self, keys);
  if (self != source) {
    cite(Rule::H);
    wanted.history = 0;
    storages_[tensors_[self].geometry.storage].touched_through_hole = true;
    storages_[wanted.storage].touched_through_hole = true;
    exchanged_through_hole(self, wanted);
    tensors_[self].geometry = wanted;
  }
  if (recorded) {
    const NodeId node = new_node(NodeKind::NotImplemented, operands);
    rebase_history(self, node);
    move_retained_of_write(self);
  } else if (self != source) {
    mark_leaf_again(self);
  }
}

}  // namespace modecheck::spec
