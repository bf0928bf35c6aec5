#include "properties/circumstances.h"

#include <algorithm>

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

}  // namespace

bool Circumstances::at_command(const spec::Program& program, const Departure& departure) {
  return departure.step >= 0 && departure.step < static_cast<int>(program.records.size());
}

Circumstances::Circumstances(const spec::Program& program, const Expected& expected, const Departure& departure)
    : departure_(&departure),
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
  if (!spec::keeps_result(operation())) return false;
  const int last = spec::returns_list(operation()) ? spec::kMaxResults : operation().schema.return_count;
  for (int i = 0; i < last; ++i)
    if (reg == (record_->destination + i) % spec::kRegisters) return true;
  return false;
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
