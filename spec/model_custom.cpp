// Code of a user's: custom Functions (F1, F2), and custom operators (D5).
#include "spec/model_state.h"
#include "spec/operator_id.h"
#include "spec/result_rules.h"
#include "spec/view_rules.h"

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
    save(node, self);
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

}  // namespace modecheck::spec
