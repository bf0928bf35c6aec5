#include "properties/generate/registers.h"

#include "spec/program/operation.h"
#include "spec/program/slots.h"

namespace modecheck::properties {

void Registers::forget_after(const spec::Record& record) {
  if (queries_.last_step_was_undone()) return;
  const spec::Operation& operation = spec::operation(record.operation);
  if (operation.kind == spec::CommandKind::EnterGuard || operation.kind == spec::CommandKind::Leave) return;
  known_pasts_ = 0;
  const bool makes_tensors_only =
      operation.kind == spec::CommandKind::Operator && spec::keeps_result(operation) && !spec::may_write(operation);
  if (!makes_tensors_only) {
    known_ = 0;
    return;
  }
  // Forget the registers that the command may have changed. The command changes the registers of its results. It may
  // also regenerate the grad_fn of an operand that is a stale view: a view whose base was written since. Every register
  // that holds this view changes, too.
  std::uint32_t changed = 0;
  for (std::size_t i = 0; i < spec::slots_of(record.operation).operand_count; ++i)
    changed |= same_as(record.operands[i]);
  for (int i = 0; i < spec::result_registers(operation); ++i)
    changed |= 1U << (record.destination + i) % spec::kRegisters;
  known_ &= ~changed;
}

std::uint32_t Registers::same_as(int argument) const {
  const auto at = static_cast<std::size_t>(argument);
  // The cache does not know whether an uncached tensor is a stale view, so assume that every register may change.
  if ((known_ >> argument & 1) == 0) return ~0U;
  if (!tensors_[at].view) return 0;
  std::uint32_t out = 0;
  for (std::size_t reg = 0; reg < spec::kRegisters; ++reg)
    if (tensors_[reg].id == tensors_[at].id) out |= 1U << reg;
  return out;
}

}  // namespace modecheck::properties
