// Code of a user's: custom Functions (F1, F2), and custom operators (D5).
#include "spec/model/state.h"
#include "spec/program/operator_id.h"
#include "spec/rules/result.h"
#include "spec/rules/view.h"

namespace modecheck::spec {

void ModelState::run_custom(const Record& record) {
  const TensorId self = tensor_in(Arguments(record).reg(0));
  switch (operation(record.operation).extra) {
    case Extra::CustomSquare:
      function_square(record, self);
      return;
    case Extra::CustomIdentity:
      function_view(record, self, /*made_in_forward=*/false);
      return;
    case Extra::CustomView:
      function_view(record, self, /*made_in_forward=*/true);
      return;
    case Extra::CustomDirty:
      function_dirty(record, self);
      return;
    case Extra::CustomWrite:
      operator_write(record, self);
      return;
    default:
      // D5: nothing of its own around the kernel, and in it an ordinary call.
      cite(Rule::D5);
      square(record, self, /*in_function=*/false, /*recorded_by=*/0);
  }
}

// Whether apply records the call. It goes by no dispatch key: the guards of G5 change nothing about it. What it goes
// back to is known before forward runs.
bool ModelState::function_records(TensorId self) {
  cite(Rule::F2);
  if (!mode_->grad || mode_->inference || !requires_grad(self)) return false;
  Operands operands;
  operands.add(self);
  check_stale(operands);
  return true;
}

// self * self, into the register. In a Function grad mode is off, and what is recorded is its node.
void ModelState::square(const Record& record, TensorId self, bool in_function, NodeId recorded_by) {
  Record product;
  product.operation = id_of<operators::mul_Tensor>();
  product.thread = record.thread;
  product.destination = record.destination;
  product.operands[0] = product.operands[1] = record.operands[0];
  Operands operands;
  operands.add(self);
  operands.add(self);
  CallTensors tensors;
  for (const TensorId tensor : operands) tensors.inputs.add(&tensors_[tensor].geometry);
  const ModeState outside = *mode_;
  if (in_function) mode_->grad = false;
  const TensorId result = functional(operands, derivative_of(product), plan_result(product, tensors, witness_));
  *mode_ = outside;
  if (stopped()) return;
  if (recorded_by != 0) set_history(result, recorded_by, 0);
  keep_fresh(product, operands, result);
}

// F1: forward runs with grad mode off. What it saved is kept when it has returned, if the call is recorded.
void ModelState::function_square(const Record& record, TensorId self) {
  const bool recorded = function_records(self);
  if (recorded && tensors_[self].inference) {
    cite(Rule::S1);
    reject(ErrorClass::InferenceSaved);
  }
  if (stopped()) return;
  cite(Rule::F1);
  NodeId node = 0;
  if (recorded) {
    Operands operands;
    operands.add(self);
    node = new_node(NodeKind::Operator, operands);
    save_input(node, self);
  }
  square(record, self, /*in_function=*/true, node);
}

// Forward returns its argument, or a view of it. What was recorded is a view of the argument with a history of its own.
void ModelState::function_view(const Record& record, TensorId self, bool made_in_forward) {
  const bool recorded = function_records(self);
  if (recorded && tensors_[self].inference) {
    cite(Rule::K6);
    reject(ErrorClass::InferenceRecorded);  // F2
  }
  if (stopped()) return;
  cite(Rule::F1);
  const Geometry geometry = tensors_[self].geometry;
  if (!recorded && !made_in_forward) {  // F2
    set_register(record.destination, untracked_alias(self, alias_of(geometry), /*may_return_self=*/false));
    return;
  }
  const ModeState outside = *mode_;
  mode_->grad = false;
  const TensorId result = view(self, view_of(geometry, sizes_of(geometry)));
  *mode_ = outside;
  const bool tracked = tensors_[result].tracked;
  if (tracked && tensors_[result].creation_meta != CreationMeta::InferenceMode)
    tensors_[result].creation_meta = CreationMeta::InCustomFunction;  // W1, W2
  if (recorded) {
    Operands operands;
    operands.add(self);
    const NodeId node = new_node(NodeKind::ViewOperator, operands);
    tensors_[result].geometry.history = input_geometry(self).history;
    set_history(result, node, 0);
    if (!tracked) {  // the guard of G5
      nodes_[node].through_hole = true;
      storages_[tensors_[result].geometry.storage].two_histories = true;
    }
  }
  set_register(record.destination, result);
}

Record ModelState::doubling_of(const Record& record) {
  Record doubling;
  doubling.operation = id_of<operators::mul__Scalar>();
  doubling.thread = record.thread;
  doubling.operands[0] = record.operands[0];
  doubling.immediates[1] = 2;
  return doubling;
}

ResultPlan ModelState::plan_doubling(const Record& doubling, TensorId self) const {
  CallTensors tensors;
  tensors.inputs.add(&tensors_[self].geometry);
  tensors.target = tensors.inputs.tensors[0];
  return plan_result(doubling, tensors, witness_);
}

// F1: forward writes its argument, with grad mode off. What it wrote stays, whatever is found wrong afterwards (E1).
void ModelState::function_dirty(const Record& record, TensorId self) {
  const bool recorded = function_records(self);
  if (stopped()) return;
  cite(Rule::F1);
  keep_work();  // E1: the function was asked where it leads back to before forward ran, and that stays
  const Record doubling = doubling_of(record);
  Operands operands;
  operands.add(self);
  const CallKeys keys = keys_of(operands);
  reasons_.add(plan_doubling(doubling, self).reasons);
  check_inference_write(self);
  if (stopped()) return;
  if (tensors_[self].inference) {
    if (!mode_->inference) {  // the guard of G5 has let forward write it, and mark_dirty does not
      cite(Rule::M2);
      reject(ErrorClass::InferenceInPlace);
    }
  } else if (recorded) {
    check_in_place(self);
  }
  if (is_unspecified()) return;
  const bool kept = recorded && !rejected();
  const auto inputs = geometries_of(operands);
  NodeId node = 0;
  if (kept) node = new_node(NodeKind::Operator, operands);
  written(self, keys);
  if (!tensors_[self].inference) {  // V3: by mark_dirty, whichever kernels are left out
    cite(Rule::V3);
    ++counters_[tensors_[self].counter];
  }
  if (kept) {
    rebase_history(self, node);
    tensors_[self].grad = 0;  // of what it was
  }
  play_apply(doubling, inputs, operands.count, &tensors_[self].geometry, 1, kept);
  if (kept) move_retained_of_write(self);
  // An argument that was marked as dirty is returned itself, as every in-place operator does, recorded or not.
  if (!rejected()) set_register(record.destination, self);
}

// D5: the operator falls through Autograd and ADInplaceOrView unless it has a kernel there; its kernel for backends
// writes below both.
void ModelState::operator_write(const Record& record, TensorId self) {
  cite(Rule::D5);
  const ModeState outside = *mode_;
  const std::int64_t kernels = Arguments(record).integer(1);
  if (kernels != 2) mode_->autograd_excluded = true;
  if (kernels == 1 || kernels == 2)
    check_inference_write(self);  // before the arguments are looked at
  else
    mode_->adinplaceorview_excluded = true;
  const Record doubling = doubling_of(record);
  Operands operands;
  operands.add(self);
  in_place(doubling, operands, plan_doubling(doubling, self));
  *mode_ = outside;
}

}  // namespace modecheck::spec
