// Runs the user code of programs: custom Functions (rules F1, F2) and custom operators (D5).
#include "spec/model/further/custom.h"

#include "spec/limits/model/results.h"
#include "spec/limits/model/sanctioned_holes.h"
#include "spec/model/commands.h"
#include "spec/model/further/operators.h"
#include "spec/model/further/retained.h"
#include "spec/model/further/saved_tensors_hooks.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/model/undo.h"
#include "spec/model/values.h"
#include "spec/program/operator_id.h"
#include "spec/rules/result.h"
#include "spec/rules/view.h"

namespace modecheck::spec {

namespace {

// Returns true if Function::apply records the call. Dispatch keys do not matter for `apply`, so it records under the
// guards that exclude Autograd (rule G5), too. `apply` reads the grad_fn of its input before forward runs, which
// regenerates a stale view.
bool function_records(ModelState& m, TensorId self) {
  m.cite(Rule::F2);
  if (!m.mode->grad || m.mode->inference || !requires_grad(m, self)) return false;
  Operands operands;
  operands.add(self);
  check_stale(m, operands);
  return true;
}

// Rule M3: an integer result is not differentiable, so a recorded call gives it no history. The argument can be an
// integer tensor that requires grad: a view whose base requires grad, after set_data gave the view integers.
bool gives_history(const ModelState& m, bool recorded, TensorId self) {
  return recorded && is_differentiable(m.tensors[self].geometry.dtype);
}

// Puts self * self into the destination register. Inside a custom Function grad mode is off, and the result gets the
// Function's node.
void square(ModelState& m, const Record& record, TensorId self, bool in_function, NodeId recorded_by) {
  Record product;
  product.operation = id_of<operators::mul_Tensor>();
  product.thread = record.thread;
  product.destination = record.destination;
  product.operands[0] = product.operands[1] = record.operands[0];
  Operands operands;
  operands.add(self);
  operands.add(self);
  CallTensors tensors;
  for (const TensorId tensor : operands) tensors.inputs.add(&m.tensors[tensor].geometry);
  const ModeState outside = *m.mode;
  if (in_function) m.mode->grad = false;
  const TensorId result = functional(m, operands, derivative_of(product), infer_result(product, tensors, m.oracle));
  *m.mode = outside;
  if (m.stopped()) return;
  if (recorded_by != 0) set_history(m, result, recorded_by, 0);
  keep_fresh(m, product, operands, result);
}

// Rule F1: forward runs with grad mode off. If the call is recorded, the node saves tensors after forward has returned.
void function_square(ModelState& m, const Record& record, TensorId self) {
  const bool was_stale = is_stale(m, m.tensors[self]);
  const bool recorded = function_records(m, self);
  if (recorded && m.tensors[self].inference) m.reject(ErrorClass::InferenceSaved, Rule::S1);
  if (gives_history(m, recorded, self)) {
    if (was_stale) limits::leave_pack_hook_of_stale_view(m);
    if (m.is_unspecified()) return;
    check_pack_hook(m);
  }
  if (m.stopped()) return;
  m.cite(Rule::F1);
  NodeId node = 0;
  if (gives_history(m, recorded, self)) {
    Operands operands;
    operands.add(self);
    node = new_node(m, NodeKind::Operator, operands);
    save(m, node, self, /*is_input=*/true);
  }
  square(m, record, self, /*in_function=*/true, node);
}

// Runs a Function whose forward returns its argument, or a view that forward made. If the call gives the result a
// history, the result is a view of the argument, and its grad_fn is the Function's node.
void function_view(ModelState& m, const Record& record, TensorId self, bool made_in_forward) {
  const bool recorded = function_records(m, self);
  if (recorded && m.tensors[self].inference) {
    m.cite(Rule::K6);
    m.reject(ErrorClass::InferenceRecorded);  // rule F2: a Function may not record a result that is an inference tensor
  }
  if (m.stopped()) return;
  m.cite(Rule::F1);
  const Geometry geometry = m.tensors[self].geometry;
  const bool with_history = gives_history(m, recorded, self);
  // Rule F2: if the call is not recorded, apply returns the argument itself; without a history, a detached alias.
  if (!with_history && !made_in_forward) {
    set_register(m, record.destination, untracked_alias(m, self, alias_of(geometry), /*may_return_self=*/false));
    return;
  }
  const ModeState outside = *m.mode;
  m.mode->grad = false;
  const TensorId result = view(m, self, view_of(geometry, sizes_of(geometry)));
  *m.mode = outside;
  const bool tracked = m.tensors[result].tracked;
  if (tracked && m.tensors[result].creation_meta != CreationMeta::InferenceMode)
    // Rules W1, W2: a view that a custom Function makes has this creation meta.
    m.tensors[result].creation_meta = CreationMeta::InCustomFunction;
  if (with_history) {
    Operands operands;
    operands.add(self);
    const NodeId node = new_node(m, NodeKind::ViewOperator, operands);
    m.tensors[result].geometry.history = input_geometry(m, self).history;
    set_history(m, result, node, 0);
    if (!tracked) {  // a guard that excludes ADInplaceOrView (rule G5) stops the tracking of views
      limits::mark_untracked_view(m, node, m.tensors[result].geometry.storage);
    }
  }
  set_register(m, record.destination, result);
}

Record doubling_of(const Record& record) {
  Record doubling;
  doubling.operation = id_of<operators::mul__Scalar>();
  doubling.thread = record.thread;
  doubling.operands[0] = record.operands[0];
  doubling.immediates[1] = 2;
  return doubling;
}

OutputMeta infer_doubling(const ModelState& m, const Record& doubling, TensorId self) {
  CallTensors tensors;
  tensors.inputs.add(&m.tensors[self].geometry);
  tensors.target = tensors.inputs.tensors[0];
  return infer_result(doubling, tensors, m.oracle);
}

// Rule F1: forward writes its argument, with grad mode off. The write stays even if the call is rejected afterwards
// (E1).
void function_dirty(ModelState& m, const Record& record, TensorId self) {
  const bool recorded = function_records(m, self);
  if (m.stopped()) return;
  m.cite(Rule::F1);
  keep_work(m);  // rule E1: apply has regenerated a stale view (W5) before forward ran, and the new grad_fn stays
  const Record doubling = doubling_of(record);
  Operands operands;
  operands.add(self);
  const CallKeys keys = keys_of(m, operands);
  m.reasons.add(infer_doubling(m, doubling, self).reasons);
  check_inference_write(m, self);
  if (m.stopped()) return;
  if (m.tensors[self].inference) {
    if (!m.mode->inference) {  // rule G5: a guard lets forward write the inference tensor, but mark_dirty rejects it
      m.reject(ErrorClass::InferenceInPlace, Rule::M2);
    }
  } else if (gives_history(m, recorded, self)) {
    check_in_place(m, self);
  }
  if (m.is_unspecified()) return;
  const bool kept = gives_history(m, recorded, self) && !m.rejected();
  const auto inputs = geometries_of_write(m, operands);
  NodeId node = 0;
  if (kept) node = new_node(m, NodeKind::Operator, operands);
  written(m, self, keys);
  if (!m.tensors[self].inference) {  // rule V3: mark_dirty bumps the version, whichever kernels ran
    m.cite(Rule::V3);
    ++m.counters[m.tensors[self].counter];
  }
  if (kept) {
    rebase_history(m, self, node);
    m.tensors[self].grad = 0;  // this gradient belonged to the value before the write
  }
  play_apply(m, doubling, inputs, operands.count, &m.tensors[self].geometry, 1, kept);
  if (kept) move_retained_of_write(m, self);
  if (m.rejected()) return;
  // Rule F2: apply returns the very argument that was marked dirty, whether the call is recorded or not, as an in-place
  // operator does. If a recorded call gives no history, apply returns a detached alias, so that the argument may go on
  // requiring grad. PyTorch's comment in torch/csrc/autograd/custom_function.cpp says so, for all arguments.
  const bool detached = recorded && !kept;
  set_register(
      m, record.destination,
      detached ? untracked_alias(m, self, alias_of(m.tensors[self].geometry), /*may_return_self=*/false) : self);
}

// Rule D5: a call of a custom operator goes through Autograd and ADInplaceOrView only if the operator has kernels
// there. Its backend kernel writes below these two keys.
void operator_write(ModelState& m, const Record& record, TensorId self) {
  m.cite(Rule::D5);
  const ModeState outside = *m.mode;
  const std::int64_t kernels = Arguments(record).integer(1);
  if (kernels != 2) m.mode->autograd_excluded = true;
  if (kernels == 1 || kernels == 2)
    // The operator's ADInplaceOrView kernel makes this check before the arguments are checked.
    check_inference_write(m, self);
  else
    m.mode->adinplaceorview_excluded = true;
  const Record doubling = doubling_of(record);
  Operands operands;
  operands.add(self);
  // Rule W4: the operator's Autograd kernel asks whether the argument requires grad, and then calls check_inplace.
  // Neither looks at the dtype, so the write to a view of a leaf is rejected even if set_data gave the view an integer
  // dtype.
  if (kernels == 2 && !is_differentiable(m.tensors[self].geometry.dtype) &&
      wants_to_record(m, keys_of(m, operands), operands))
    check_in_place(m, self);
  in_place(m, doubling, operands, infer_doubling(m, doubling, self));
  *m.mode = outside;
}

}  // namespace

void run_custom(ModelState& m, const Record& record) {
  const TensorId self = m.tensor_in(Arguments(record).reg(0));
  switch (operation(record.operation).builtin) {
    case BuiltinCommand::CustomSquare:
      function_square(m, record, self);
      return;
    case BuiltinCommand::CustomIdentity:
      function_view(m, record, self, /*made_in_forward=*/false);
      return;
    case BuiltinCommand::CustomView:
      function_view(m, record, self, /*made_in_forward=*/true);
      return;
    case BuiltinCommand::CustomDirty:
      function_dirty(m, record, self);
      return;
    case BuiltinCommand::CustomWrite:
      operator_write(m, record, self);
      return;
    default:
      // Rule D5: this operator has a backend kernel only, which calls mul as any code does.
      m.cite(Rule::D5);
      square(m, record, self, /*in_function=*/false, /*recorded_by=*/0);
  }
}

// Rule F3: names the missing kernel of a custom operator. The argument says that the operator writes its argument (1)
// or returns a view of it (2).
void check_operator(ModelState& m, const Arguments& arguments) {
  m.cite(Rule::F3);
  if (arguments.integer(0) != 1 && arguments.integer(0) != 2) return;
  if (!arguments.boolean(1)) m.reject(ErrorClass::NoADInplaceOrViewKernel);
  if (arguments.boolean(1) && !arguments.boolean(2)) m.reject(ErrorClass::NoAutogradKernel);
}

}  // namespace modecheck::spec
