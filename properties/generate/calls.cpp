// Writes programs of a sweep: the commands of a situation, a call of a certain operation, and an ending.
#include "properties/generate/call_plan.h"
#include "properties/generate/writer.h"
#include "spec/program/operator_id.h"

namespace modecheck::properties {

std::string_view text_of(Ending ending) {
  switch (ending) {
    case Ending::Nothing:
      return "nothing";
    case Ending::Backward:
      return "backward from the result";
    case Ending::Gradient:
      return "grad of the result";
    case Ending::SecondDerivative:
      return "grad_twice of the result";
    case Ending::WriteArgument:
      return "a write to the argument, then backward";
    case Ending::WriteResult:
      return "a write to the result, then backward";
    case Ending::LeaveAndDifferentiate:
      return "leaving the guard, then backward from a product with the result";
  }
  return "";
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::write_call(const CallPlan& plan) {
  rehearsal_.begin();
  for (const Record& record : plan.before) run_and_keep(record);
  int result = -1;
  const int argument = call_on(plan.operation, plan.reg, result);
  if (result >= 0) end_with(plan.ending, argument, result);
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::keep(const Record& record) {
  rehearsal_.keep();
  registers_.forget_after(record);
}

// Runs a command. The program leaves it out if the model drops it.
template <typename TheChoice>
void ProgramWriter<TheChoice>::run_and_keep(const Record& record) {
  if (rehearsal_.step(record) != spec::OutcomeKind::Dropped || rehearsal_.last_step_changed_state()) keep(record);
}

// Proposes the operation with the register as its first tensor, or, if it takes several, sometimes as another one.
template <typename TheChoice>
void ProgramWriter<TheChoice>::propose_call(Record& record, spec::OperationId operation, int reg) {
  const spec::SlotLayout& slots = spec::slots_of(operation);
  if (slots.operand_count < 2 || !one_in(3)) {
    propose_on(record, operation, reg);
    return;
  }
  propose_on(record, operation, draw(spec::kRegisters));
  if (record.operation != operation) return;
  const int place = 1 + draw(slots.operand_count - 1);
  operand(record, place, reg);
  for (const spec::ArgumentSlots& argument : slots.arguments)
    if (argument.operand == place && argument.operands == 1 && argument.immediates == 1)
      immediate(record, argument.immediate, 1);  // an optional argument is there
  spec::canonicalize(record);
}

// Calls the operation with the register as an argument, mostly the first. An argument that no register suits is made
// first, and the call then takes what was made. Sets `result` to the register that the call returned or wrote, or
// leaves it at -1 if there is none. Returns the register that the call took.
template <typename TheChoice>
int ProgramWriter<TheChoice>::call_on(spec::OperationId operation, int reg, int& result) {
  constexpr int kMostMade = 3;   // how many arguments are made at most
  constexpr int kMostTries = 6;  // how many calls are tried until one succeeds
  int made = 0;
  const bool keeps_wrong = one_in(4);
  for (int attempt = 0; attempt < kMostTries; ++attempt) {
    Record record;
    record.thread = static_cast<std::uint8_t>(thread_);
    wanted_ = std::nullopt;
    propose_call(record, operation, reg);
    const spec::OutcomeKind outcome = rehearsal_.step(record);
    const bool is_call = record.operation == operation;
    const bool is_last = attempt == kMostTries - 1;
    const bool stays = outcome == spec::OutcomeKind::Ok ||
                       (is_call && outcome == spec::OutcomeKind::Error && (keeps_wrong || is_last));
    if (!stays && !rehearsal_.last_step_changed_state()) continue;
    keep(record);
    const OperationFacts& facts = facts_of(record.operation);
    if (is_call) {
      if (outcome != spec::OutcomeKind::Ok) return reg;
      if (facts.keeps_result)
        result = record.destination;
      else if (spec::slots_of(operation).operand_count > 0)
        result = record.operands[at(std::max<int>(facts.out, 0))];
      return record.operands[0];
    }
    if (facts.keeps_result && record.operands[0] == reg) reg = record.destination;
    if (++made > kMostMade) return reg;
    --attempt;
  }
  return reg;
}

template <typename TheChoice>
void ProgramWriter<TheChoice>::end_with(Ending ending, int argument, int result) {
  const auto command = [&](BuiltinCommand builtin, auto fill_arguments) {
    Record record;
    record.operation = spec::id_of(builtin);
    fill_arguments(record);
    spec::canonicalize(record);
    run_and_keep(record);
  };
  const auto backward = [&](int reg) {
    command(BuiltinCommand::Backward, [&](Record& record) { fill_backward(record, reg); });
  };
  const auto multiply_in_place = [&](int reg) {
    Record record;
    record.operation = spec::id_of<spec::operators::mul__Scalar>();
    operand(record, 0, reg);
    immediate(record, 1, 2);
    spec::canonicalize(record);
    run_and_keep(record);
  };
  switch (ending) {
    case Ending::Nothing:
      return;
    case Ending::Backward:
      return backward(result);
    case Ending::Gradient:
      return command(BuiltinCommand::Grad, [&](Record& record) {
        record.destination = static_cast<std::uint8_t>(draw(spec::kRegisters));
        fill_grad(record, result);
      });
    case Ending::SecondDerivative:
      return command(BuiltinCommand::DoubleBackward, [&](Record& record) {
        record.destination = static_cast<std::uint8_t>(draw(spec::kRegisters));
        fill_double_backward(record, result);
      });
    case Ending::WriteArgument:
      multiply_in_place(argument);
      return backward(result);
    case Ending::WriteResult:
      multiply_in_place(result);
      return backward(result);
    case Ending::LeaveAndDifferentiate: {
      if (open_guards() > 0) command(BuiltinCommand::Leave, [](Record&) {});
      Record record;
      record.operation = spec::id_of<spec::operators::mul_Tensor>();
      record.destination = static_cast<std::uint8_t>(draw(spec::kRegisters));
      operand(record, 0, result);
      operand(record, 1, one_in(2) ? argument : result);
      spec::canonicalize(record);
      run_and_keep(record);
      return backward(record.destination);
    }
  }
}

MODECHECK_FOR_BOTH_CHOICES(void, (const CallPlan&), write_call)
MODECHECK_FOR_BOTH_CHOICES(void, (const Record&), keep, run_and_keep)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&, spec::OperationId, int), propose_call)
MODECHECK_FOR_BOTH_CHOICES(int, (spec::OperationId, int, int&), call_on)
MODECHECK_FOR_BOTH_CHOICES(void, (Ending, int, int), end_with)

}  // namespace modecheck::properties
