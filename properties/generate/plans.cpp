// Plans the commands that follow a successful command: a guard is left after a while, and a new tensor is soon written,
// read or differentiated.
#include "properties/generate/writer.h"

namespace modecheck::properties {

template <typename TheChoice>
bool ProgramWriter<TheChoice>::propose_planned(Record& record) {
  int& until_leave = until_leave_[at(thread_)];
  if (until_leave > 0 && --until_leave == 0 && open_guards() > 0) {
    const bool by_exception = one_in(10);
    const BuiltinCommand leave = by_exception ? BuiltinCommand::LeaveByException : BuiltinCommand::Leave;
    if (allowed(leave)) {
      record.operation = spec::id_of(leave);
      if (by_exception) record.immediates[0] = static_cast<std::int8_t>(one_in(4) ? 2 : 1);
      if (open_guards() > 1) until_leave = guard_length();
      return true;
    }
  }
  if (plan_ == Plan::None || delay_-- > 0) return false;
  const Plan plan = std::exchange(plan_, Plan::None);
  reckless_ = reckless_ || bold_plan_;
  switch (plan) {
    case Plan::Write:
      return propose_write(record);
    case Plan::Use: {
      const Group group = one_in(4) ? Group::Matrix : Group::Pointwise;
      return propose_with(record, group);
    }
    case Plan::Backward:
      if (!flows_back(planned_)) return false;
      if (allowed(BuiltinCommand::DoubleBackward) && registers_.past(planned_).saved &&
          tensor(planned_).dtype == spec::DType::Float32 && one_in(4)) {
        record.operation = spec::id_of(BuiltinCommand::DoubleBackward);
        record.destination = static_cast<std::uint8_t>(draw(spec::kRegisters));
        fill_double_backward(record, planned_);
        return true;
      }
      if (!allowed(BuiltinCommand::Backward)) return false;
      record.operation = spec::id_of(BuiltinCommand::Backward);
      fill_backward(record, planned_);
      return true;
    case Plan::Gradient:
      record.operation = spec::id_of(BuiltinCommand::GradOf);
      record.destination = static_cast<std::uint8_t>(draw(spec::kRegisters));
      fill_gradient_command(record, BuiltinCommand::GradOf);
      return allowed(BuiltinCommand::GradOf);
    default:
      record.operation = spec::id_of(BuiltinCommand::GradFn);
      record.operands[0] = static_cast<std::uint8_t>(planned_);
      return allowed(BuiltinCommand::GradFn);
  }
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::propose_write(Record& record) {
  // For one in three writes, first enter a guard: propose the guard now, and plan the write as the next command.
  if (!guarded_write_ && one_in(3) && !menu_.empty(Group::ModeGuard)) {
    const std::uint32_t which = choice_.below(4);
    const BuiltinCommand guard = which < 2    ? BuiltinCommand::EnterInferenceMode
                                 : which == 2 ? BuiltinCommand::EnterNoGrad
                                              : BuiltinCommand::EnterAutoGradMode;
    if (allowed(guard)) {
      record.operation = spec::id_of(guard);
      record.immediates[0] = guard == BuiltinCommand::EnterInferenceMode ? 1 : 0;
      guarded_write_ = true;
      plan_ = Plan::Write;
      delay_ = 0;
      return true;
    }
  }
  guarded_write_ = false;
  return propose_with(record, Group::InPlace);
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::propose_with(Record& record, Group group) {
  if (menu_.empty(group)) return false;
  record.operation = menu_.draw(group, choice_);
  focus_ = planned_;
  forced_self_ = planned_;
  fill(record);
  forced_self_ = -1;
  // An operator with two operands saves one operand for backward if the other operand requires grad. So choose a second
  // operand that requires grad.
  const OperationFacts& facts = facts_of(record.operation);
  if (bold_plan_ && group != Group::InPlace && facts.tensors == 2 && facts.call_shape != CallShape::PlaceOfNumber) {
    const Shape& shape = tensor(planned_).shape;
    operand(record, 1,
            pick_if([&](const Candidate& t, int) { return t.requires_grad && broadcastable(t.shape, shape); }));
  }
  return true;
}

template <typename TheChoice>
int ProgramWriter<TheChoice>::guard_length() {
  const int kind = draw(8);
  return kind < 2 ? 2 : kind < 5 ? 3 + draw(5) : 8 + draw(12);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::follow_up(const Record& record) {
  const OperationFacts& facts = facts_of(record.operation);
  if (facts.kind == spec::CommandKind::EnterGuard) {
    until_leave_[at(record.thread)] = guarded_write_ ? 2 : guard_length();
    return;
  }
  if (record.operation == spec::id_of(BuiltinCommand::Backward)) {
    if (one_in(5)) plan(Plan::Gradient, 0, 0);
    return;
  }
  if (style_ == Style::Derivatives) return differentiate_result_of(record, facts);
  if (facts.kind == spec::CommandKind::Read || facts.kind == spec::CommandKind::Leave) return;
  if (facts.writes) {
    focus_ = record.operands[0];
    // After a write, sometimes run backward: from the last recorded result, whose graph may have saved the written
    // tensor, or from the written tensor itself.
    const int what = draw(8);
    if (what < 2) plan(Plan::Backward, result_, draw(2));
    if (what == 2) plan(Plan::Backward, focus_, 0);
    if (what == 3) plan(Plan::Look, draw(spec::kRegisters), 0);
    return;
  }
  if (!facts.keeps_result) return;
  focus_ = record.destination;
  if (facts.kind != spec::CommandKind::Operator) return;
  const int what = draw(12);
  if (what >= 10 && mode().inference && tensor(record.destination).inference) {
    // Plan to leave InferenceMode with the next command and then to use the inference tensor, although the rules may
    // forbid the use.
    until_leave_[at(record.thread)] = 1;
    plan(what == 10 ? Plan::Write : Plan::Use, record.destination, 0);
    bold_plan_ = true;
    return;
  }
  if (facts.call_shape >= CallShape::SameView) {
    if (what < 4) plan(Plan::Write, record.destination, draw(2));
    if (what >= 4 && what < 6) plan(Plan::Write, record.operands[0], draw(2));
    if (what >= 6 && what < 8) plan(Plan::Use, record.destination, draw(2));
  } else if (!tensor(record.destination).leaf) {
    result_ = record.destination;
    const bool saved = registers_.queries().last_node_saved(record.destination);
    if (saved && what < 3) plan(Plan::Write, record.operands[at(draw(2))], 0);
    if (saved && what == 3) plan(Plan::Write, record.destination, 0);
    if (what >= 4 && what < 8) plan(Plan::Backward, record.destination, draw(3));
  }
}

MODECHECK_FOR_BOTH_CHOICES(bool, (Record&), propose_planned, propose_write)
MODECHECK_FOR_BOTH_CHOICES(bool, (Record&, Group), propose_with)
MODECHECK_FOR_BOTH_CHOICES(int, (), guard_length)
MODECHECK_FOR_BOTH_CHOICES(void, (const Record&), follow_up)

}  // namespace modecheck::properties
