// Fills the arguments of commands that are not operators, for example those that make leaves, enter guards or run
// backward.
#include "properties/generate/writer.h"

namespace modecheck::properties {

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_backward(Record& record, int root) {
  operand(record, 0, root);
  const Candidate& self = tensor(root);
  int seeding = self.shape.numel() == 1 && one_in(2) ? 0 : 1;
  // A complex gradient tells a derivative from its conjugate, which ones cannot.
  if (one_in(spec::is_complex(self.dtype) ? 2 : 6)) {
    const int gradient = pick_if(
        [&](const Candidate& t, int) { return t.shape == self.shape && t.dtype == self.dtype && !t.requires_grad; });
    if (tensor(gradient).shape == self.shape && tensor(gradient).dtype == self.dtype) {
      seeding = 2;
      operand(record, 1, gradient);
    }
  }
  immediate(record, 0, seeding);
  immediate(record, 1, one_in(3) ? 1 : 0);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_grad(Record& record, int root) {
  operand(record, 0, root);
  const std::uint8_t part = registers_.past(root).registers;
  operand(record, 1, pick_if([&](const Candidate& t, int reg) { return t.requires_grad && (part >> reg & 1) != 0; }));
  immediate(record, 0, tensor(root).shape.numel() == 1 && one_in(2) ? 0 : 1);
  immediate(record, 1, draw(2));
  immediate(record, 2, one_in(3) ? 1 : 0);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_double_backward(Record& record, int root) {
  operand(record, 0, root);
  const Candidate& self = tensor(root);
  // Returns a register that is part of the root's graph, or the root itself if there is no such register. The gradient
  // of a gradient avoids views, because the model does not record through which alias it flows.
  const auto source = [&](bool no_view) {
    const auto takes_part = [&](const Candidate& t, int reg) {
      return t.requires_grad && !t.stale && t.id != self.id && !(no_view && t.view) && is_wide(t.dtype) &&
             (registers_.past(root).registers >> reg & 1) != 0;
    };
    const int out = pick_if(takes_part);
    return takes_part(tensor(out), out) || reckless_ ? out : root;
  };
  operand(record, 1, source(false));
  operand(record, 2, source(true));
  immediate(record, 0, self.shape.numel() == 1 && one_in(2) ? 0 : 1);
}

template <typename TheChoice>
int ProgramWriter<TheChoice>::root() {
  return pick_if([&](const Candidate& t, int reg) { return !t.leaf && flows_back(reg); });
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_leaf(Record& record) {
  const int dtype = some_dtype();
  size_list(record, 0, some_shape());
  immediate(record, 5, dtype);
  immediate(record, 6, spec::is_differentiable(static_cast<DType>(dtype)) ? draw(2) : 0);
  immediate(record, 7, draw(8));
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_gradient_command(Record& record, BuiltinCommand builtin) {
  switch (builtin) {
    case BuiltinCommand::RetainGrad:
      operand(record, 0, pick_if([&](const Candidate& t, int) { return t.requires_grad && !t.leaf && !t.stale; }));
      break;
    case BuiltinCommand::Hook:
      operand(record, 0, pick_if([&](const Candidate& t, int) { return t.requires_grad && !t.stale; }));
      operand(record, 1, pick());
      // The specification leaves open when a hook on a leaf writes. So only reckless commands, which may break rules,
      // give a leaf a hook of kind 2, which writes.
      immediate(record, 0, draw(reckless_ || !tensor(record.operands[0]).leaf ? 3 : 2));
      break;
    case BuiltinCommand::GradOf:
    case BuiltinCommand::ClearGrad:
      operand(record, 0, pick_if([&](const Candidate& t, int) { return t.has_grad; }));
      break;
    case BuiltinCommand::Backward:
    case BuiltinCommand::Grad:
    case BuiltinCommand::DoubleBackward: {
      // Choose a root whose graph saved a tensor. A graph without saved tensors is mostly linear, so its second
      // derivative is zero.
      const int from = builtin == BuiltinCommand::DoubleBackward && !one_in(8)
                           ? pick_if([&](const Candidate& t, int reg) {
                               return !t.leaf && registers_.past(reg).saved && is_wide(t.dtype) && flows_back(reg);
                             })
                           : root();
      if (!tensor(from).requires_grad && allowed(BuiltinCommand::RequiresGrad_) && !one_in(4)) {
        // No tensor requires grad, so first make a tensor require grad.
        record = Record{};
        record.thread = static_cast<std::uint8_t>(thread_);
        record.operation = spec::id_of(BuiltinCommand::RequiresGrad_);
        return fill_builtin(record, BuiltinCommand::RequiresGrad_);
      }
      if (builtin == BuiltinCommand::Backward)
        fill_backward(record, from);
      else if (builtin == BuiltinCommand::Grad)
        fill_grad(record, from);
      else
        fill_double_backward(record, from);
      break;
    }
    default:
      break;
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_guard(Record& record, BuiltinCommand builtin) {
  switch (builtin) {
    case BuiltinCommand::EnterInferenceMode:
      // EnterInferenceMode: inside InferenceMode, switch the mode off half of the time. Outside, mostly switch it on.
      immediate(record, 0, mode().inference ? draw(2) : one_in(8) ? 0 : 1);
      break;
    case BuiltinCommand::EnterAutoGradMode:
      immediate(record, 0, draw(2));
      break;
    case BuiltinCommand::EnterSavedTensorsHooks:
      // Mostly hooks that keep a tensor or a copy, because few commands run after an error.
      immediate(record, 0, one_in(3) ? 2 + draw(2) : draw(2));
      break;
    case BuiltinCommand::EnterCapturedState:
      if (!registers_.queries().has_captured_state() && allowed(BuiltinCommand::CaptureState))
        record.operation = spec::id_of(BuiltinCommand::CaptureState);
      break;
    case BuiltinCommand::DestroyOuter:
      // destroy_outer needs two open guards, so enter another guard first.
      if (open_guards() < 2 && allowed(BuiltinCommand::EnterInferenceMode)) {
        record.operation = spec::id_of(BuiltinCommand::EnterInferenceMode);
        immediate(record, 0, 1);
      }
      break;
    case BuiltinCommand::Leave:
    case BuiltinCommand::LeaveByException:
      if (builtin == BuiltinCommand::LeaveByException) immediate(record, 0, 1 + draw(2));
      if (open_guards() == 0 && allowed(BuiltinCommand::EnterInferenceMode)) {
        record.operation = spec::id_of(BuiltinCommand::EnterInferenceMode);
        immediate(record, 0, 1);
      }
      break;
    default:
      break;
  }
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::fill_builtin(Record& record, BuiltinCommand builtin) {
  switch (builtin) {
    case BuiltinCommand::Leaf:
      return fill_leaf(record);
    case BuiltinCommand::RequiresGrad_: {
      const bool wanted = !one_in(4);
      immediate(record, 0, wanted ? 1 : 0);
      operand(record, 0, pick_if([&](const Candidate& t, int) {
                return t.leaf && (!wanted || (spec::is_differentiable(t.dtype) &&
                                              (reckless_ || !t.inference || mode().inference)));
              }));
      break;
    }
    case BuiltinCommand::SetData: {
      operand(record, 0, pick());
      const Candidate& self = tensor(record.operands[0]);
      operand(record, 1, pick_if([&](const Candidate& t, int) {
                return (reckless_ || t.inference == self.inference) && t.dtype == self.dtype && t.id != self.id;
              }));
      break;
    }
    case BuiltinCommand::Move:
      // Mostly move the tensor to the other place: from the host to the device, or from the device to the host.
      operand(record, 0, pick());
      immediate(record, 0, tensor(record.operands[0]).on_host == one_in(8) ? 1 : 0);
      break;
    case BuiltinCommand::RetainGrad:
    case BuiltinCommand::Hook:
    case BuiltinCommand::GradOf:
    case BuiltinCommand::ClearGrad:
      return fill_gradient_command(record, builtin);
    case BuiltinCommand::Version:
      operand(record, 0, pick_if([&](const Candidate& t, int) { return reckless_ || !t.inference; }));
      break;
    case BuiltinCommand::Backward:
    case BuiltinCommand::Grad:
    case BuiltinCommand::DoubleBackward:
      return fill_gradient_command(record, builtin);
    case BuiltinCommand::CustomDirty:
    case BuiltinCommand::CustomWrite:
      operand(record, 0, pick_if([&](const Candidate& t, int) {
                return reckless_ || (!t.stale && (!t.inference || mode().inference) &&
                                     !(t.requires_grad && (t.leaf || t.of_leaf || t.fixed)));
              }));
      if (builtin == BuiltinCommand::CustomWrite) immediate(record, 0, draw(3));
      break;
    case BuiltinCommand::CustomSquare:
    case BuiltinCommand::CustomOperator:
      operand(record, 0, pick_if([&](const Candidate& t, int) { return reckless_ || !t.stale; }));
      break;
    case BuiltinCommand::EnterInferenceMode:
    case BuiltinCommand::EnterAutoGradMode:
    case BuiltinCommand::EnterSavedTensorsHooks:
    case BuiltinCommand::EnterCapturedState:
      return fill_guard(record, builtin);
    case BuiltinCommand::OperatorCheck:
      immediate(record, 0, draw(3));
      immediate(record, 1, draw(4) == 0 ? 0 : 1);
      immediate(record, 2, draw(4) == 0 ? 0 : 1);
      break;
    case BuiltinCommand::DestroyOuter:
    case BuiltinCommand::Leave:
    case BuiltinCommand::LeaveByException:
      return fill_guard(record, builtin);
    case BuiltinCommand::Assign:
    case BuiltinCommand::SaveLoad:
    case BuiltinCommand::Data:
    case BuiltinCommand::GradFn:
    case BuiltinCommand::CustomIdentity:
    case BuiltinCommand::CustomView:
      operand(record, 0, pick());
      break;
    default:
      break;
  }
}

MODECHECK_FOR_BOTH_CHOICES(void, (Record&, int), fill_backward, fill_grad, fill_double_backward)
MODECHECK_FOR_BOTH_CHOICES(int, (), root)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&), fill_leaf)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&, BuiltinCommand), fill_gradient_command, fill_guard, fill_builtin)

}  // namespace modecheck::properties
