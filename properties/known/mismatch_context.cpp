#include "properties/known/mismatch_context.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "spec/program/arguments.h"
#include "spec/program/operator_id.h"

namespace modecheck::properties {
namespace {

using spec::operators::Type;

std::vector<Operand> operands_of(const spec::Record& record) {
  const spec::operators::Schema& schema = spec::operation(record.operation).schema;
  const spec::Arguments arguments(record);
  std::vector<Operand> out;
  for (int i = 0; i < schema.argument_count; ++i) {
    const spec::operators::Argument& argument = schema.arguments[static_cast<std::size_t>(i)];
    if (argument.type == Type::TensorList || argument.type == Type::OptionalTensorList) {
      for (int element = 0; element < arguments.list_length(i); ++element)
        if (arguments.list_present(i, element)) out.push_back({i, arguments.list_reg(i, element), argument.write});
    } else if (argument.type == Type::Tensor || (argument.type == Type::OptionalTensor && arguments.present(i))) {
      out.push_back({i, arguments.reg(i), argument.write});
    }
  }
  return out;
}

bool is_result_of(const spec::Record& record, int reg) {
  const spec::Operation& operation = spec::operation(record.operation);
  for (int i = 0; i < spec::result_registers(operation); ++i)
    if (reg == (record.destination + i) % spec::kRegisters) return true;
  return false;
}

// Whether the command stored a result in that register. An operator that returns a list may return fewer tensors than
// the command has result registers. A register then holds a result if it shares the storage of the first result.
bool took_result(const spec::Record& record, const spec::Observation& now, int reg) {
  if (!is_result_of(record, reg)) return false;
  return !spec::returns_list(spec::operation(record.operation)) ||
         now.registers[static_cast<std::size_t>(reg)].tensor.storage ==
             now.registers[record.destination].tensor.storage;
}

// Whether a result of the command may share the storage of the command's first tensor argument.
bool hands_on_storage(const spec::Record& record) {
  const spec::Group group = spec::operation(record.operation).group;
  return record.operation == spec::id_of(spec::BuiltinCommand::Assign) ||
         record.operation == spec::id_of(spec::BuiltinCommand::CustomIdentity) ||
         record.operation == spec::id_of(spec::BuiltinCommand::CustomView) ||
         record.operation == spec::id_of(spec::BuiltinCommand::CustomDirty) || group == spec::Group::View ||
         group == spec::Group::MultiView || group == spec::Group::Alias;
}

// Whether a result is the very tensor that was passed as operand. Only operators of two groups make views: Group::View
// and Group::MultiView. So a view that another operator returns (`contiguous`, `to`) is the operand itself. The same
// holds for the result of a composite that had nothing to do (`flatten`).
bool hands_on_operand(const spec::Record& record, const spec::TensorObservation& operand,
                      const spec::TensorObservation& result) {
  const spec::Operation& row = spec::operation(record.operation);
  if (record.operation == spec::id_of(spec::BuiltinCommand::Assign) ||
      record.operation == spec::id_of(spec::BuiltinCommand::CustomDirty))
    return true;
  if (result.is_view == 0) return false;
  if (row.group != spec::Group::View && row.group != spec::Group::MultiView) return true;
  return row.composite && result.rank == operand.rank && result.storage_offset == operand.storage_offset &&
         result.sizes == operand.sizes && result.strides == operand.strides;
}

// Returns the storage indices of a tensor's elements, in ascending order.
std::vector<int> elements_of(const spec::TensorObservation& tensor) {
  std::vector<int> out{tensor.storage_offset};
  for (std::size_t dim = 0; dim < tensor.rank; ++dim) {
    std::vector<int> rows;
    for (const int place : out)
      for (int i = 0; i < tensor.sizes[dim]; ++i) rows.push_back(place + i * tensor.strides[dim]);
    out = std::move(rows);
  }
  std::sort(out.begin(), out.end());
  return out;
}

bool hands_out_gradient(const spec::Record& record) {
  using spec::BuiltinCommand;
  return record.operation == spec::id_of(BuiltinCommand::GradOf) ||
         record.operation == spec::id_of(BuiltinCommand::Grad) ||
         record.operation == spec::id_of(BuiltinCommand::DoubleBackward);
}

}  // namespace

bool MismatchContext::at_command(const spec::Program& program, const Mismatch& mismatch) {
  return mismatch.step >= 0 && mismatch.step < static_cast<int>(program.records.size());
}

MismatchContext::MismatchContext(const spec::Program& program, const Expected& expected, const Mismatch& mismatch)
    : MismatchContext(program, expected, mismatch, mismatch.step) {}

MismatchContext::MismatchContext(const spec::Program& program, const Expected& expected, const Mismatch& mismatch,
                                 int step)
    : program_(&program),
      expected_(&expected),
      mismatch_(&mismatch),
      step_(step),
      record_(&program.records[static_cast<std::size_t>(step)]),
      before_(&expected.step(step - 1).observation),
      after_(&expected.step(step).observation),
      operands_(operands_of(*record_)) {}

bool MismatchContext::came_before(const OperationSet& operations) const {
  return std::any_of(program_->records.begin(), program_->records.begin() + step_,
                     [&](const spec::Record& record) { return operations.test(record.operation); });
}

std::string_view MismatchContext::outcome() const {
  const spec::OutcomeKind kind = expected_->step(step_).outcome.kind;
  return kind == spec::OutcomeKind::Ok ? "ok" : kind == spec::OutcomeKind::Error ? "error" : "dropped";
}

int MismatchContext::argument_named(std::string_view name) const {
  const spec::operators::Schema& schema = operation().schema;
  for (int i = 0; i < schema.argument_count; ++i)
    if (schema.arguments[static_cast<std::size_t>(i)].name == name) return i;
  return -1;
}

bool MismatchContext::is_result(int reg) const { return outcome() == "ok" && is_result_of(*record_, reg); }

bool MismatchContext::is_recorded() const {
  if (outcome() != "ok" || mode().grad_mode == 0 || mode().autograd_excluded != 0) return false;
  return (is_result(record_->destination) && after(record_->destination).has_grad_fn != 0) ||
         std::any_of(operands_.begin(), operands_.end(),
                     [&](const Operand& one) { return one.written && after(one.reg).has_grad_fn != 0; });
}

bool MismatchContext::is_stale(int reg) const {
  const spec::TensorObservation& view = before(reg);
  if (view.is_view == 0 || view.requires_grad == 0) return false;
  std::array<bool, spec::kRegisters> written{};
  for (int step = -1; step < step_; ++step) {
    const spec::Observation& now = expected_->step(step).observation;
    if (step >= 0 && expected_->step(step).outcome.kind == spec::OutcomeKind::Ok) {
      const spec::Record& record = program_->records[static_cast<std::size_t>(step)];
      for (int i = 0; i < spec::kRegisters; ++i)
        if (took_result(record, now, i)) {
          const spec::TensorObservation& operand = of(expected_->step(step - 1).observation, record.operands[0]);
          written[static_cast<std::size_t>(i)] =
              hands_on_operand(record, operand, of(now, i)) && written[record.operands[0]];
        }
    }
    // Each register counts a tensor's version from when it took the tensor, so only some registers may show the write.
    // Mark all registers that hold a written tensor; the lowest of them identifies the tensor.
    std::array<bool, spec::kRegisters> tensors{};
    for (std::size_t i = 0; i < spec::kRegisters; ++i)
      if (written[i] || now.registers[i].tensor.version > 0) tensors[now.registers[i].tensor.same_tensor] = true;
    for (std::size_t i = 0; i < spec::kRegisters; ++i) written[i] = tensors[now.registers[i].tensor.same_tensor];
  }
  return written[static_cast<std::size_t>(reg)];
}

bool MismatchContext::reaches_beyond_argument() const {
  const spec::Group group = spec::operation(record_->operation).group;
  if ((group != spec::Group::View && group != spec::Group::InPlaceView) || outcome() != "ok") return false;
  const int result = group == spec::Group::View ? record_->destination : record_->operands[0];
  const std::vector<int> whole = elements_of(before(record_->operands[0]));
  const std::vector<int> part = elements_of(after(result));
  return !std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

bool MismatchContext::statistic_was_used() const {
  std::array<bool, spec::kRegisters> statistic{};
  for (int step = 0; step <= step_; ++step) {
    const spec::Record& record = program_->records[static_cast<std::size_t>(step)];
    for (const Operand& operand : operands_of(record))
      if (statistic[static_cast<std::size_t>(operand.reg)]) return true;
    if (expected_->step(step).outcome.kind != spec::OutcomeKind::Ok ||
        !spec::keeps_result(spec::operation(record.operation)))
      continue;
    const bool normalizes = record.operation == spec::id_of<spec::operators::native_group_norm>();
    const int results = std::max<int>(1, spec::operation(record.operation).schema.return_count);
    for (int i = 0; i < results; ++i) {
      const auto reg = static_cast<std::size_t>((record.destination + i) % spec::kRegisters);
      statistic[reg] =
          normalizes && i > 0 && of(expected_->step(step).observation, static_cast<int>(reg)).requires_grad != 0;
    }
  }
  return false;
}

bool MismatchContext::puts_by_mask_before_whole() const {
  if (record_->operation != spec::id_of<spec::operators::index_put>() &&
      record_->operation != spec::id_of<spec::operators::index_put_>())
    return false;
  const spec::Arguments arguments(*record_);
  bool masked = false;
  for (int i = 0; i < arguments.list_length(1); ++i) {
    if (!arguments.list_present(1, i)) {
      if (masked) return true;
    } else {
      masked = masked || before(arguments.list_reg(1, i)).dtype == spec::DType::Bool;
    }
  }
  return false;
}

bool MismatchContext::scales_to_whole_sizes() const {
  const bool nearest = record_->operation == spec::id_of<spec::operators::upsample_nearest2d_vec>();
  if (!nearest && record_->operation != spec::id_of<spec::operators::upsample_bilinear2d_vec>()) return false;
  const auto factors = spec::Arguments(*record_).optional_floats(nearest ? 2 : 3);
  const spec::TensorObservation& image = before(record_->operands[0]);
  if (!factors || factors->size != 2 || image.rank != 4) return false;
  for (int i = 0; i < 2; ++i) {
    const auto size = image.sizes[static_cast<std::size_t>(i) + 2];
    const auto scaled = static_cast<std::int64_t>(static_cast<double>(size) * (*factors)[i]);
    if ((scaled == size && (*factors)[i] != 1) || (nearest && scaled == 2 * size && (*factors)[i] != 2)) return true;
  }
  return false;
}

bool MismatchContext::was_marked(int reg, void (*mark)(const MismatchContext&, int, Marks&, Marks&)) const {
  Marks registers{};
  for (int step = -1; step <= step_; ++step) {
    const spec::Observation& now = expected_->step(step).observation;
    if (step >= 0 && expected_->step(step).outcome.kind == spec::OutcomeKind::Ok) {
      const spec::Record& record = program_->records[static_cast<std::size_t>(step)];
      const bool alias = hands_on_storage(record) && registers[record.operands[0]];
      for (int i = 0; i < spec::kRegisters; ++i)
        if (took_result(record, now, i)) registers[static_cast<std::size_t>(i)] = alias;
    }
    // Several registers may share a storage. The index of the lowest of these registers identifies the storage.
    Marks storages{};
    mark(*this, step, registers, storages);
    for (std::size_t i = 0; i < spec::kRegisters; ++i)
      if (const std::uint8_t storage = now.registers[i].tensor.storage; registers[i] && storage < spec::kRegisters)
        storages[storage] = true;
    for (std::size_t i = 0; i < spec::kRegisters; ++i)
      if (const std::uint8_t storage = now.registers[i].tensor.storage; storage < spec::kRegisters && storages[storage])
        registers[i] = true;
  }
  return registers[static_cast<std::size_t>(reg)];
}

bool MismatchContext::is_gradient(int reg) const {
  return was_marked(reg, [](const MismatchContext& c, int step, Marks& registers, Marks& storages) {
    const spec::Step& now = c.expected_->step(step);
    for (int i = 0; i < spec::kRegisters; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (step >= 0 && now.outcome.kind == spec::OutcomeKind::Ok) {
        const spec::Record& record = c.program_->records[static_cast<std::size_t>(step)];
        if (hands_out_gradient(record) && is_result_of(record, i)) registers[at] = true;
      }
      const spec::GradObservation& grad = now.observation.registers[at].grad;
      if (grad.defined != 0 && grad.storage < spec::kRegisters) storages[grad.storage] = true;
    }
  });
}

bool MismatchContext::was_passed(int reg) const {
  return was_marked(reg, [](const MismatchContext& c, int step, Marks& registers, Marks&) {
    if (step < 0 || step >= c.step_) return;
    const spec::Record& record = c.program_->records[static_cast<std::size_t>(step)];
    if (record.operation != spec::id_of(spec::BuiltinCommand::Backward)) return;
    const spec::Arguments arguments(record);
    if (arguments.integer(2) == 2) registers[static_cast<std::size_t>(arguments.reg(1))] = true;
  });
}

bool MismatchContext::is_operand(int reg) const {
  return std::any_of(operands_.begin(), operands_.end(), [&](const Operand& operand) {
    return before(operand.reg).same_tensor == before(reg).same_tensor;
  });
}

bool MismatchContext::is_written(int reg) const { return is_written_storage(before(reg).storage); }

bool MismatchContext::is_written(const Difference& difference) const {
  return is_written_storage(storage_before(difference));
}

bool MismatchContext::is_on_operand(const Difference& difference) const {
  const std::uint8_t storage = storage_before(difference);
  return storage < spec::kRegisters && std::any_of(operands_.begin(), operands_.end(), [&](const Operand& operand) {
           return before(operand.reg).storage == storage;
         });
}

std::uint8_t MismatchContext::storage_before(const Difference& difference) const {
  const spec::RegisterObservation& reg = before_->registers[static_cast<std::size_t>(difference.reg)];
  switch (row_of(difference.field).scope) {
    case FieldScope::Tensor:
      return reg.tensor.storage;
    case FieldScope::Gradient:
      return reg.grad.storage;
    default:
      return spec::kNoRegister;
  }
}

bool MismatchContext::is_written_storage(std::uint8_t storage) const {
  return std::any_of(operands_.begin(), operands_.end(),
                     [&](const Operand& operand) { return operand.written && before(operand.reg).storage == storage; });
}

}  // namespace modecheck::properties
