#include "properties/circumstances.h"

#include <algorithm>
#include <array>

#include "spec/arguments.h"

namespace modecheck::properties {
namespace {

using spec::operators::Type;

std::vector<Operand> operands_of(const spec::Record& record) {
  const spec::operators::Schema& schema = spec::operation(record.operation).schema;
  const spec::Arguments arguments(record);
  std::vector<Operand> out;
  for (int i = 0; i < schema.argument_count; ++i) {
    const spec::operators::Argument& argument = schema.arguments[static_cast<std::size_t>(i)];
    if (argument.type == Type::TensorList) {
      for (int element = 0; element < arguments.list_length(i); ++element)
        out.push_back({i, arguments.list_reg(i, element), argument.write});
    } else if (argument.type == Type::Tensor || (argument.type == Type::OptionalTensor && arguments.present(i))) {
      out.push_back({i, arguments.reg(i), argument.write});
    }
  }
  return out;
}

bool is_result_of(const spec::Record& record, int reg) {
  const spec::Operation& operation = spec::operation(record.operation);
  if (!spec::keeps_result(operation)) return false;
  const int last = spec::returns_list(operation) ? spec::kMaxResults : operation.schema.return_count;
  for (int i = 0; i < last; ++i)
    if (reg == (record.destination + i) % spec::kRegisters) return true;
  return false;
}

bool hands_out_gradient(const spec::Record& record) {
  return record.operation == spec::id_of(spec::Extra::GradOf) || record.operation == spec::id_of(spec::Extra::Grad);
}

}  // namespace

bool Circumstances::at_command(const spec::Program& program, const Departure& departure) {
  return departure.step >= 0 && departure.step < static_cast<int>(program.records.size());
}

Circumstances::Circumstances(const spec::Program& program, const Expected& expected, const Departure& departure)
    : program_(&program),
      expected_(&expected),
      departure_(&departure),
      record_(&program.records[static_cast<std::size_t>(departure.step)]),
      before_(&expected.step(departure.step - 1).observation),
      after_(&expected.step(departure.step).observation),
      operands_(operands_of(*record_)) {}

int Circumstances::argument_named(std::string_view name) const {
  const spec::operators::Schema& schema = operation().schema;
  for (int i = 0; i < schema.argument_count; ++i)
    if (schema.arguments[static_cast<std::size_t>(i)].name == name) return i;
  return -1;
}

bool Circumstances::is_result(int reg) const {
  return departure_->expected.kind != spec::OutcomeKind::Error && is_result_of(*record_, reg);
}

bool Circumstances::is_stale(int reg) const {
  const spec::TensorObservation& view = before(reg);
  if (view.is_view == 0 || view.requires_grad == 0) return false;
  std::array<bool, spec::kRegisters> written{};
  for (int step = -1; step < departure_->step; ++step) {
    const spec::Observation& now = expected_->step(step).observation;
    if (step >= 0 && expected_->step(step).outcome.kind == spec::OutcomeKind::Ok) {
      const spec::Record& record = program_->records[static_cast<std::size_t>(step)];
      const bool same = record.operation == spec::id_of(spec::Extra::Assign) && written[record.operands[0]];
      for (int i = 0; i < spec::kRegisters; ++i)
        if (is_result_of(record, i)) written[static_cast<std::size_t>(i)] = same;
    }
    // Versions count from when the register took the tensor. The lowest register that holds a tensor stands for all.
    std::array<bool, spec::kRegisters> tensors{};
    for (std::size_t i = 0; i < spec::kRegisters; ++i)
      if (written[i] || now.registers[i].tensor.version > 0) tensors[now.registers[i].tensor.same_tensor] = true;
    for (std::size_t i = 0; i < spec::kRegisters; ++i) written[i] = tensors[now.registers[i].tensor.same_tensor];
  }
  return written[static_cast<std::size_t>(reg)];
}

bool Circumstances::is_gradient(int reg) const {
  std::array<bool, spec::kRegisters> is{};
  for (int step = -1; step <= departure_->step; ++step) {
    const spec::Observation& now = expected_->step(step).observation;
    if (step >= 0) {
      const spec::Record& record = program_->records[static_cast<std::size_t>(step)];
      const bool ok = expected_->step(step).outcome.kind == spec::OutcomeKind::Ok;
      for (int i = 0; ok && i < spec::kRegisters; ++i)
        if (is_result_of(record, i)) is[static_cast<std::size_t>(i)] = hands_out_gradient(record);
    }
    // The lowest register on a storage stands for all.
    std::array<bool, spec::kRegisters> storages{};
    for (std::size_t i = 0; i < spec::kRegisters; ++i) {
      const spec::RegisterObservation& one = now.registers[i];
      if (is[i] && one.tensor.storage < spec::kRegisters) storages[one.tensor.storage] = true;
      if (one.grad.defined != 0 && one.grad.storage < spec::kRegisters) storages[one.grad.storage] = true;
    }
    for (std::size_t i = 0; i < spec::kRegisters; ++i) {
      const std::uint8_t storage = now.registers[i].tensor.storage;
      is[i] = is[i] || (storage < spec::kRegisters && storages[storage]);
    }
  }
  return is[static_cast<std::size_t>(reg)];
}

bool Circumstances::is_written(int reg) const { return is_written_storage(before(reg).storage); }

bool Circumstances::is_written(const Difference& difference) const {
  const FieldScope scope = row_of(difference.field).scope;
  if (scope == FieldScope::Tensor) return is_written(difference.reg);
  return scope == FieldScope::Gradient &&
         is_written_storage(before_->registers[static_cast<std::size_t>(difference.reg)].grad.storage);
}

bool Circumstances::is_written_storage(std::uint8_t storage) const {
  return std::any_of(operands_.begin(), operands_.end(),
                     [&](const Operand& operand) { return operand.written && before(operand.reg).storage == storage; });
}

}  // namespace modecheck::properties
