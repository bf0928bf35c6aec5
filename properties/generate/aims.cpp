// Writes programs that aim: they choose modes, an operation and a kind of tensor, and call the operation there. Such a
// program goes from modes to modes. In some of them it makes tensors of further kinds, and in the others it applies
// operations to the kinds that it has. The commands may break the rules of modes and autograd.
#include "properties/generate/mode_route.h"
#include "properties/generate/writer.h"
#include "spec/program/operator_id.h"
#include "spec/program/slots.h"

namespace modecheck::properties {
namespace {

// bits of mode_bits
constexpr int kInferenceBit = 1;
constexpr int kGradBit = 2;
constexpr int kAutogradBit = 4;

}  // namespace

template <typename TheChoice>
void ProgramWriter<TheChoice>::begin_segment() {
  constexpr int kNoGrad = 0;
  constexpr int kInference = kInferenceBit | kAutogradBit;
  constexpr int kMakingModes[] = {kGradBit, kGradBit, kGradBit, kNoGrad, kInference, kInference};
  segment_.makes = one_in(3);
  const int which = draw(8);
  segment_.wanted = segment_.makes && which < 6 ? kMakingModes[which] : draw(kModeStates);
  segment_.commands = segment_.makes ? 1 + draw(3) : 2 + draw(5);
}

// Proposes a guard that leads towards the wanted modes. Some commands lead elsewhere: they leave guards, destroy one or
// enter a captured state. After the last two, the segment stays in the modes that come, to which guards alone may not
// lead. Returns false if the wanted modes cannot come nearer.
template <typename TheChoice>
bool ProgramWriter<TheChoice>::propose_guard(Record& record) {
  constexpr int kMostOpen = 5;
  const auto propose = [&](BuiltinCommand guard, int argument) {
    if (!allowed(guard)) return false;
    record.operation = spec::id_of(guard);
    immediate(record, 0, argument);
    return true;
  };
  const int open = open_guards();
  const int now = mode_bits(mode());
  if (!guard_towards(now, segment_.wanted).has_value() && (segment_.wanted & kInferenceBit) != 0) {
    // The mode is wanted without the key that it excludes. So destroy a guard around it that excludes the same key.
    if ((now & kInferenceBit) == 0)
      return (now & kAutogradBit) == 0 ? propose(BuiltinCommand::EnterBelowAutograd, 0)
                                       : propose(BuiltinCommand::EnterInferenceMode, 1);
    segment_.wanted = -1;
    return open >= 2 && propose(BuiltinCommand::DestroyOuter, 0);
  }
  if (one_in(12)) {
    if (!registers_.queries().has_captured_state()) return propose(BuiltinCommand::CaptureState, 0);
    segment_.wanted = -1;
    return propose(BuiltinCommand::EnterCapturedState, 0);
  }
  if (open >= 2 && one_in(6)) {
    segment_.wanted = -1;
    return propose(BuiltinCommand::DestroyOuter, 0);
  }
  if (open >= kMostOpen || (open > 0 && one_in(4)))
    return one_in(4) ? propose(BuiltinCommand::LeaveByException, 1 + draw(2)) : propose(BuiltinCommand::Leave, 0);
  const std::optional<GuardToEnter> next = guard_towards(now, segment_.wanted);
  return next.has_value() && propose(next->guard, next->enabled ? 1 : 0);
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::propose_aimed(Record& record) {
  if (segment_.commands == 0) begin_segment();
  if (segment_.wanted >= 0 && segment_.wanted != mode_bits(mode())) {
    if (propose_guard(record)) return true;
    segment_.wanted = -1;
  }
  --segment_.commands;
  if (segment_.makes) return propose_maker(record);
  return propose_on(record, one_in(2) ? draw_operation() : menu_.draw_letter(choice_), register_of_some_kind());
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::propose_maker(Record& record) {
  constexpr Group kMakers[] = {Group::View,      Group::View,  Group::View,    Group::MultiView,
                               Group::MultiView, Group::Alias, Group::Alias,   Group::Custom,
                               Group::Pointwise, Group::Copy,  Group::Creation};
  constexpr BuiltinCommand kCommands[] = {BuiltinCommand::RequiresGrad_, BuiltinCommand::RequiresGrad_,
                                          BuiltinCommand::RequiresGrad_, BuiltinCommand::RequiresGrad_,
                                          BuiltinCommand::CustomView,    BuiltinCommand::CustomView,
                                          BuiltinCommand::CustomSquare};
  constexpr int kGroups = static_cast<int>(std::size(kMakers));
  const int which = draw(kGroups + static_cast<int>(std::size(kCommands)));
  const int reg = register_of_some_kind();
  if (which >= kGroups) {
    const BuiltinCommand command = kCommands[which - kGroups];
    return allowed(command) && propose_on(record, spec::id_of(command), reg);
  }
  if (menu_.empty(kMakers[which])) return false;
  return propose_on(record, menu_.draw(kMakers[which], choice_), reg);
}

template <typename TheChoice>
int ProgramWriter<TheChoice>::register_of_some_kind() {
  std::array<int, spec::kRegisters> found{};
  int count = 0;
  std::uint64_t kinds = 0;
  const int start = draw(spec::kRegisters);
  for (int i = 0; i < spec::kRegisters; ++i) {
    const int reg = (start + i) % spec::kRegisters;
    const std::uint64_t kind = std::uint64_t{1} << tensor(reg).kind();
    if ((kinds & kind) != 0) continue;
    kinds |= kind;
    found[at(count++)] = reg;
  }
  return found[at(draw(count))];
}

template <typename TheChoice>
int ProgramWriter<TheChoice>::spare_register() {
  std::uint64_t kinds = 0;
  const int start = draw(spec::kRegisters);
  for (int i = 0; i < spec::kRegisters; ++i) {
    const int reg = (start + i) % spec::kRegisters;
    const std::uint64_t kind = std::uint64_t{1} << tensor(reg).kind();
    if ((kinds & kind) != 0) return reg;
    kinds |= kind;
  }
  return start;
}

template <typename TheChoice>
bool ProgramWriter<TheChoice>::propose_on(Record& record, spec::OperationId operation, int reg) {
  static_assert(Candidate::kKinds <= 64);
  reckless_ = true;
  record.operation = operation;
  const OperationFacts& facts = facts_of(operation);
  if (facts.kind == spec::CommandKind::EnterGuard || facts.kind == spec::CommandKind::Leave) {
    fill(record);
    return true;
  }
  forced_self_ = reg;
  bold_plan_ = true;
  fill(record);
  bold_plan_ = false;
  forced_self_ = -1;
  if (record.operation != operation) return true;
  // An operation that is no operator takes every tensor of a register.
  if (facts.kind != spec::CommandKind::Operator && spec::slots_of(operation).operand_count > 0) operand(record, 0, reg);
  if (facts.in_place && one_in(4)) share_storage(record, facts);
  if (facts.keeps_result) record.destination = static_cast<std::uint8_t>(spare_register());
  return true;
}

// Makes another tensor of the first operand's storage the second operand.
template <typename TheChoice>
void ProgramWriter<TheChoice>::share_storage(Record& record, const OperationFacts& facts) {
  if (facts.tensors < 2 || facts.call_shape == CallShape::Foreach) return;
  const Candidate& self = tensor(record.operands[0]);
  const auto shares = [&](const Candidate& t, int) { return t.storage == self.storage && t.id != self.id; };
  const int other = pick_if(shares);
  if (!shares(tensor(other), other)) return;
  operand(record, 1, other);
  spec::canonicalize(record);  // an optional second operand may be absent in this call
}

MODECHECK_FOR_BOTH_CHOICES(void, (), begin_segment)
MODECHECK_FOR_BOTH_CHOICES(void, (Record&, const OperationFacts&), share_storage)
MODECHECK_FOR_BOTH_CHOICES(bool, (Record&), propose_guard, propose_aimed, propose_maker)
MODECHECK_FOR_BOTH_CHOICES(int, (), register_of_some_kind, spare_register)
MODECHECK_FOR_BOTH_CHOICES(bool, (Record&, spec::OperationId, int), propose_on)

}  // namespace modecheck::properties
