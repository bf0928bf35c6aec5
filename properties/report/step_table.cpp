#include "properties/report/step_table.h"

#include <fmt/format.h>

#include "properties/lockstep/field.h"

namespace modecheck::properties {

namespace {

// Returns the lowest other register that shares a storage, base or node with the register, or -1. An observation
// identifies a shared object by the lowest register that has it, so the other register may be lower or higher.
int partner(const spec::Observation& observation, int reg, std::uint8_t spec::TensorObservation::*shared) {
  const std::uint8_t own = observation.registers[static_cast<std::size_t>(reg)].tensor.*shared;
  if (own == spec::kNoRegister || own == spec::kElsewhere) return -1;
  for (int other = 0; other < spec::kRegisters; ++other)
    if (other != reg && observation.registers[static_cast<std::size_t>(other)].tensor.*shared == own) return other;
  return -1;
}

}  // namespace

std::string describe(const spec::Observation& observation, int reg) {
  const spec::RegisterObservation& at = observation.registers[static_cast<std::size_t>(reg)];
  const spec::TensorObservation& tensor = at.tensor;
  std::string out = fmt::format("{} {}, {}", spec::name_of(tensor.dtype), text_of(Field::Sizes, observation, reg),
                                tensor.is_inference != 0 ? "inference" : "normal");
  if (tensor.requires_grad != 0) out += ", requires_grad";
  if (tensor.has_grad_fn != 0) out += ", has grad_fn";
  if (tensor.is_view != 0)
    out += fmt::format(", view of {} ({})", text_of(Field::Base, observation, reg),
                       text_of(Field::CreationMeta, observation, reg));
  if (const int same = partner(observation, reg, &spec::TensorObservation::same_tensor); same >= 0)
    out += fmt::format(", the same tensor as r{}", same);
  else if (const int other = partner(observation, reg, &spec::TensorObservation::storage);
           other >= 0 && (tensor.is_view == 0 || tensor.base == spec::kElsewhere))
    out += fmt::format(", shares storage with r{}", other);
  if (at.grad.defined != 0) out += ", holds a grad";
  out += fmt::format(", version {}", text_of(Field::Version, observation, reg));
  return out;
}

std::string describe(const spec::ModeObservation& mode) {
  std::string out = mode.inference_mode != 0 ? "InferenceMode" : "normal mode";
  if ((mode.grad_mode != 0) == (mode.inference_mode != 0))
    out += mode.grad_mode != 0 ? ", grad mode on" : ", grad mode off";
  if (mode.autograd_excluded != 0 && mode.inference_mode == 0) out += ", Autograd excluded";
  if (mode.autograd_excluded == 0 && mode.inference_mode != 0) out += ", Autograd not excluded";
  if (mode.adinplaceorview_excluded != 0) out += ", ADInplaceOrView excluded";
  if (mode.adinplaceorview_included == 0 && mode.inference_mode == 0) out += ", ADInplaceOrView not included";
  return out;
}

std::vector<std::string> changes(const spec::Record& record, const spec::Observation& before, const spec::Step& after) {
  std::vector<std::string> out;
  const spec::Operation& row = spec::operation(record.operation);
  const spec::Observation& now = after.observation;
  if (row.kind == spec::CommandKind::EnterGuard || row.kind == spec::CommandKind::Leave)
    out.push_back(describe(now.mode));
  const bool ok = after.outcome.kind == spec::OutcomeKind::Ok;
  for (int reg = 0; reg < spec::kRegisters; ++reg) {
    if (ok && spec::keeps_result(row) && reg == record.destination) {
      out.push_back(fmt::format("r{}: {}", reg, describe(now, reg)));
      continue;
    }
    for (int i = 0; i < kFields; ++i) {
      const auto field = static_cast<Field>(i);
      const FieldScope scope = row_of(field).scope;
      if (scope != FieldScope::Tensor && scope != FieldScope::Gradient) continue;
      // A base, a node, a storage and a shared tensor are shown as the lowest register that has the same object. Skip
      // these fields, because that register changes when it is overwritten, although the object stays the same.
      if (field == Field::Base || field == Field::Node || field == Field::Storage || field == Field::SameTensor)
        continue;
      if (same(field, before, now, reg)) continue;
      out.push_back(
          fmt::format("r{}.{}: {} -> {}", reg, name_of(field), text_of(field, before, reg), text_of(field, now, reg)));
    }
  }
  return out;
}

}  // namespace modecheck::properties
