// Writes the arguments of a sub-operation into the slots of a record (slots.h), and runs it.
#include "spec/composites/sub_operations.h"

#include "spec/model/further/composites.h"
#include "spec/model/further/operators.h"
#include "spec/model/graph.h"
#include "spec/model/kinds.h"
#include "spec/model/values.h"

namespace modecheck::spec {

void SubOperation::write_at(int immediate, std::int64_t number) {
  const auto held = static_cast<std::int8_t>(number);
  numbers_fit_ = numbers_fit_ && held == number;
  record_.immediates[at(immediate)] = held;
}

void SubOperation::write(int argument, std::initializer_list<std::int64_t> numbers) {
  int next = layout_.arguments[at(argument)].immediate;
  for (const std::int64_t number : numbers) write_at(next++, number);
}

void SubOperation::set(int argument, TensorId tensor) {
  const ArgumentSlots slots = layout_.arguments[at(argument)];
  tensors_[at(slots.operand)] = tensor;
  if (slots.immediates > 0) write(argument, {tensor != 0 ? 1 : 0});
}

void SubOperation::set(int argument, std::span<const TensorId> tensors) {
  const ArgumentSlots slots = layout_.arguments[at(argument)];
  const auto length = static_cast<int>(tensors.size());
  lists_fit_ = lists_fit_ && length <= slots.operands;
  write(argument, {length});
  for (int i = 0; i < length && i < slots.operands; ++i) tensors_[at(slots.operand + i)] = tensors[at(i)];
}

void SubOperation::set_number(int argument, std::int64_t number) {
  if (layout_.arguments[at(argument)].immediates == 1) return write(argument, {number});
  const bool is_optional = type_of(argument) == operators::Type::OptionalInt;
  write(argument, {is_optional ? 1 : kWhole, number});
}

void SubOperation::set(int argument, Halves number) {
  // A float takes one slot of a record, a Scalar two (kind and value).
  const bool is_float = layout_.arguments[at(argument)].immediates == 1;
  is_float ? write(argument, {number.count}) : write(argument, {kFloat, number.count});
}

void SubOperation::set_list(int argument, const std::int64_t* list, int length) {
  const ArgumentSlots slots = layout_.arguments[at(argument)];
  const int room = slots.immediates - 1;
  lists_fit_ = lists_fit_ && length <= room;
  write(argument, {length});
  for (int i = 0; i < length && i < room; ++i) write_at(slots.immediate + 1 + i, list[i]);
}

namespace {

// Runs the record with these tensors, which take the place of the registers that the record names.
TensorId run_record(ModelState& m, Record record, std::span<const TensorId> tensors) {
  int count = 0;
  for (const TensorId tensor : tensors) {
    m.sub_registers[at(count)] = tensor;
    record.operands[at(count)] = static_cast<std::uint8_t>(kRegisters + count);
    ++count;
  }
  record.thread = static_cast<std::uint8_t>(m.thread);
  record.destination = static_cast<std::uint8_t>(kRegisters + kMaxOperands);
  const OperationId whole = m.operation;
  m.operation = record.operation;
  run_operator(m, record);
  m.operation = whole;
  if (m.stopped()) return 0;
  const Operation& row = operation(record.operation);
  if (keeps_result(row)) return sub_operation_result(m, 0);
  for (int i = 0; i < row.schema.argument_count; ++i)
    if (row.schema.arguments[at(i)].write) return m.tensor_in(Arguments(record).reg(i));
  return 0;
}

}  // namespace

TensorId SubOperation::run(ModelState& m) const {
  m.leave_unspecified(Unspecified::NumberTooLarge, !numbers_fit_);
  m.leave_unspecified(Unspecified::ListTooLong, !lists_fit_);
  return m.stopped() ? 0 : run_record(m, record_, std::span(tensors_).first(layout_.operand_count));
}

TensorId call_with_numbers_of(ModelState& m, const Record& record, OperationId row,
                              std::initializer_list<TensorId> tensors) {
  if (m.stopped()) return 0;
  Record other = record;
  other.operation = row;
  return run_record(m, other, tensors);
}

TensorId reshaped(ModelState& m, TensorId self, const Sizes& sizes) {
  if (m.stopped()) return 0;
  const TensorId result = reshape(m, self, sizes);
  if (m.stopped() || m.tensors[result].geometry.storage == m.tensors[self].geometry.storage) return result;
  Record record;
  record.operation = id<ops::reshape>;
  const Operands operands(self);
  fill_fresh(m, record, operands, Results{{result}, 1});
  return result;
}

void reject_or_stale(ModelState& m, ErrorClass reason, TensorId read) {
  m.reject(reason);
  if (const ErrorClass stale = stale_reason(m, read); stale != ErrorClass::None) m.reject(stale);
}

}  // namespace modecheck::spec
