// All commands that are not operators: guards, leaves, flags and reads. The folder further/ has custom Functions,
// hooks, double backward, devices, and saving and loading.
#include "spec/model/commands.h"

#include "spec/model/backward.h"
#include "spec/model/further/custom.h"
#include "spec/model/further/devices.h"
#include "spec/model/further/double_backward.h"
#include "spec/model/further/hooks.h"
#include "spec/model/further/leaves.h"
#include "spec/model/further/retained.h"
#include "spec/model/further/save_load.h"
#include "spec/model/further/shared_storage.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/model/tensors.h"
#include "spec/model/values.h"

namespace modecheck::spec {

void set_register(ModelState& m, int reg, TensorId id) {
  if (reg >= kRegisters) {
    m.sub_registers[at(reg - kRegisters)] = id;
    return;
  }
  m.cite(Rule::V5);  // observations show a tensor's version relative to its version now
  m.registers[at(reg)] = {id, version(m, m.tensors[id])};
}

// ---- Guards ---------------------------------------------------------------------------------------------------

static void enter(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const BuiltinCommand guard = operation(record.operation).builtin;
  if (guard == BuiltinCommand::EnterCapturedState && !m.captured) {
    m.leave_unspecified(Unspecified::NoCapturedState);
    return;
  }
  ThreadStates& thread = m.threads[record.thread];
  thread.guards[at(thread.open)] = {thread.mode, guard, false};
  ++thread.open;
  m.cite(Rule::G1);
  switch (guard) {
    case BuiltinCommand::EnterInferenceMode:
      m.cite(Rule::G2, Rule::G7);
      return m.mode->enter_inference(arguments.boolean(0));
    case BuiltinCommand::EnterNoGrad:
      m.cite(Rule::G4);
      return m.mode->enter_grad_mode(false);
    case BuiltinCommand::EnterAutoGradMode:
      m.cite(Rule::G4);
      return m.mode->enter_grad_mode(arguments.boolean(0));
    case BuiltinCommand::EnterBelowAutograd:
      m.cite(Rule::G5);
      return m.mode->enter_below_autograd();
    case BuiltinCommand::EnterBelowADInplaceOrView:
    case BuiltinCommand::EnterNonVariableTypeMode:
      m.cite(Rule::G5);
      return m.mode->enter_below_adinplaceorview();
    case BuiltinCommand::EnterCapturedState:
      m.cite(Rule::G6);
      m.mode->restore_all(*m.captured);
      return;
    case BuiltinCommand::EnterSavedTensorsHooks:
      return m.mode->enter_saved_tensors_hooks(hooks_of_kind(arguments.integer(0)));
    default:
      return;
  }
}

// Ends a guard: restores the modes that it saved. A guard that was destroyed early (rule G8) has restored them already.
static void restore(ModeState& mode, const OpenGuard& guard) {
  if (guard.gone) return;
  switch (guard.guard) {
    case BuiltinCommand::EnterNoGrad:
    case BuiltinCommand::EnterAutoGradMode:
      return mode.restore_grad_mode(guard.before);
    case BuiltinCommand::EnterBelowAutograd:
      return mode.restore_below_autograd(guard.before);
    case BuiltinCommand::EnterBelowADInplaceOrView:
    case BuiltinCommand::EnterNonVariableTypeMode:
      return mode.restore_below_adinplaceorview(guard.before);
    case BuiltinCommand::EnterSavedTensorsHooks:
      return mode.restore_saved_tensors_hooks(guard.before);
    default:
      return mode.restore_all(guard.before);
  }
}

// Rule G3: leaves `count` guards of this thread, the innermost first.
static void leave(ModelState& m, int count) {
  ThreadStates& thread = m.threads[at(m.thread)];
  if (thread.open == 0) {
    m.leave_unspecified(Unspecified::NoOpenGuard);
    return;
  }
  m.cite(Rule::G3);
  for (; count > 0 && thread.open > 0; --count) {
    --thread.open;
    restore(thread.mode, thread.guards[at(thread.open)]);
  }
}

// Rule G8: destroys the guard that encloses the innermost guard, while the innermost guard stays.
static void destroy_outer(ModelState& m) {
  ThreadStates& thread = m.threads[at(m.thread)];
  if (thread.open < 2 || thread.guards[at(thread.open - 2)].gone) {
    m.leave_unspecified(Unspecified::NoOpenGuard);
    return;
  }
  m.cite(Rule::G8);
  OpenGuard& outer = thread.guards[at(thread.open - 2)];
  restore(thread.mode, outer);
  outer.gone = true;
}

// ---- Leaves and requires_grad ---------------------------------------------------------------------------------

// Runs requires_grad_(value). Rule M3 rejects it for integer dtypes, and for inference tensors outside InferenceMode.
void set_requires_grad(ModelState& m, TensorId id, bool value) {
  const TensorState& tensor = m.tensors[id];
  m.cite(Rule::M3);
  if (value && tensor.inference && !m.mode->inference) m.reject(ErrorClass::InferenceRequiresGrad);
  if (value && !is_differentiable(tensor.geometry.dtype)) m.reject(ErrorClass::RequiresGradDtype);
  if (!value && tensor.grad_fn != 0) m.reject(ErrorClass::RequiresGradNonLeaf);
  if (m.rejected()) return;
  if (value && m.mode->inference) m.cite(Rule::P5);
  const bool becomes_leaf = value && !tensor.requires_grad_flag && tensor.grad_fn == 0;
  m.tensors[id].requires_grad_flag = value;
  if (becomes_leaf) mark_leaf(m, id);
}

// ---- Running any command --------------------------------------------------------------------------------------

static void run_guard_command(ModelState& m, const Record& record) {
  switch (const BuiltinCommand command = operation(record.operation).builtin; command) {
    case BuiltinCommand::CaptureState:
      m.cite(Rule::G6);
      m.captured = *m.mode;
      return;
    case BuiltinCommand::Leave:
      return leave(m, 1);
    case BuiltinCommand::LeaveByException:
      return leave(m, static_cast<int>(Arguments(record).integer(0)));
    case BuiltinCommand::DestroyOuter:
      return destroy_outer(m);
    default:
      return enter(m, record);
  }
}

// Runs any command. Rule W5: reading grad_fn regenerates a stale view. Reading an absent gradient changes no register.
void run_command(ModelState& m, const Record& record) {
  const Arguments arguments(record);
  const Operation& row = operation(record.operation);
  if (row.kind == CommandKind::Custom) return run_custom(m, record);
  const bool has_tensor = row.schema.argument_count > 0 && row.schema.arguments[0].type == operators::Type::Tensor;
  const TensorId self = has_tensor ? m.tensor_in(arguments.reg(0)) : 0;
  switch (row.builtin) {
    case BuiltinCommand::Leaf:
      return run_leaf(m, record);
    case BuiltinCommand::Assign:
      return set_register(m, record.destination, self);
    case BuiltinCommand::Move:
      return move_to_device(m, record);
    case BuiltinCommand::SaveLoad:
      return save_and_load(m, record);
    case BuiltinCommand::RequiresGrad_:
      return set_requires_grad(m, self, arguments.boolean(1));
    case BuiltinCommand::SetData:
      return set_data(m, self, m.tensor_in(arguments.reg(1)));
    case BuiltinCommand::Data:
      return set_register(m, record.destination, data_of(m, self));
    case BuiltinCommand::RetainGrad:
      return retain_grad(m, self);
    case BuiltinCommand::Hook:
      return add_hook(m, record);
    case BuiltinCommand::GradOf:
      if (m.tensors[self].grad != 0) set_register(m, record.destination, m.tensors[self].grad);
      return;
    case BuiltinCommand::ClearGrad:
      m.tensors[self].grad = 0;
      return;
    case BuiltinCommand::Version:
      if (m.tensors[self].inference) m.reject(ErrorClass::InferenceVersion, Rule::V2);
      return;
    case BuiltinCommand::GradFn:
      check_and_refresh(m, self);
      return;
    case BuiltinCommand::Backward:
      return run_backward(m, record);
    case BuiltinCommand::Grad:
      return run_grad(m, record);
    case BuiltinCommand::DoubleBackward:
      return run_double_backward(m, record);
    case BuiltinCommand::OperatorCheck:
      return check_operator(m, arguments);
    default:
      return run_guard_command(m, record);
  }
}

}  // namespace modecheck::spec
