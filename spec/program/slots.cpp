#include "spec/program/slots.h"

#include <algorithm>

#include "spec/operators/catalogue.h"
#include "spec/program/arguments.h"
#include "spec/program/builtin_commands.h"
#include "spec/program/dtype.h"
#include "spec/program/string_arguments.h"

namespace modecheck::spec {
namespace {

using operators::Argument;
using operators::range_of;
using operators::Type;

struct Builder {
  SlotLayout out;
  int lists = 0;        // how many arguments are lists of tensors
  bool slides = false;  // true if the operator slides a window over its input

  constexpr void operand(int count) { out.operand_count = static_cast<std::uint8_t>(out.operand_count + count); }
  constexpr void immediate(Range range) {
    if (out.immediate_count == kMaxImmediates) operators::detail::schema_is_malformed("too many immediates");
    out.ranges[out.immediate_count] = range;
    ++out.immediate_count;
  }

  // Returns true if the argument says how much padding the operator adds at both ends of each dimension.
  constexpr bool is_border(const Argument& argument) const { return argument.name == "padding" && !slides; }

  constexpr int room(const Argument& argument) const {
    if (is_border(argument)) return std::max<int>(argument.list_size, kMaxListLength);
    if (!slides) return kMaxListLength;
    return argument.list_size > 0 ? argument.list_size : 2;
  }

  constexpr Range length_range(const Argument& argument) const {
    // A list of padding always has a number for both ends of every padded dimension, because libtorch reads beyond a
    // shorter list.
    if (is_border(argument)) {
      const auto ends = static_cast<std::int8_t>(argument.list_size);
      return {ends, ends};
    }
    const auto most = static_cast<std::int8_t>(room(argument));
    if (slides) return {static_cast<std::int8_t>(argument.default_text == "[" ? 0 : 1), most};
    return {static_cast<std::int8_t>(argument.type == Type::IntList ? 0 : -1), most};
  }

  constexpr void add(const Argument& argument, ArgumentSlots& slots) {
    const auto operand_at = static_cast<std::int8_t>(out.operand_count);
    const auto immediate_at = static_cast<std::int8_t>(out.immediate_count);
    switch (argument.type) {
      case Type::Tensor:
        operand(1);
        break;
      case Type::OptionalTensor:
        operand(1);
        immediate({0, 1});
        break;
      case Type::TensorList: {
        const int room = std::min(kMaxTensorList, kMaxOperands / lists);
        operand(room);
        immediate({1, static_cast<std::int8_t>(room)});
        break;
      }
      case Type::OptionalTensorList:
        operand(kMaxTensorList);
        immediate({1, kMaxTensorList});
        for (int i = 0; i < kMaxTensorList; ++i) immediate({0, 1});
        break;
      case Type::Int:
        immediate(range_of(argument));
        break;
      case Type::OptionalInt:
        immediate({0, 1});
        immediate(range_of(argument));
        break;
      case Type::IntList:
      case Type::OptionalIntList:
        immediate(length_range(argument));
        for (int i = 0; i < room(argument); ++i) immediate(range_of(argument));
        break;
      case Type::Float:
        immediate({0, static_cast<std::int8_t>(argument.name == "p" ? kInfinity : kInfinity - 1)});
        break;
      case Type::OptionalFloatList:
        immediate({-1, 2});
        for (int i = 0; i < 2; ++i) immediate({0, 10});
        break;
      case Type::Scalar:
        immediate({0, 2});
        immediate({-4, 4});
        break;
      case Type::OptionalScalar:
        immediate({-1, 2});
        immediate({-4, 4});
        break;
      case Type::OptionalString:
      case Type::String:
        if (string_arguments_of(argument).count == 0) return;
        immediate({0, static_cast<std::int8_t>(string_arguments_of(argument).count - 1)});
        break;
      case Type::Bool:
        immediate({0, 1});
        break;
      case Type::ScalarType:
        immediate({0, kDTypes - 1});
        break;
      case Type::OptionalScalarType:
        immediate({-1, kDTypes - 1});
        break;
      default:
        return;
    }
    if (operand_at != out.operand_count) slots.operand = operand_at;
    if (immediate_at != out.immediate_count) slots.immediate = immediate_at;
    slots.operands = static_cast<std::int8_t>(out.operand_count - operand_at);
    slots.immediates = static_cast<std::int8_t>(out.immediate_count - immediate_at);
    if (out.operand_count > kMaxOperands) operators::detail::schema_is_malformed("too many operands");
  }
};

constexpr SlotLayout make_layout(const operators::Schema& schema) {
  Builder builder;
  for (std::size_t i = 0; i < schema.argument_count; ++i) {
    const Argument& argument = schema.arguments[i];
    builder.lists += argument.type == Type::TensorList ? 1 : 0;
    builder.slides = builder.slides || argument.name == "kernel_size" || argument.name == "dilation";
  }
  for (std::size_t i = 0; i < schema.argument_count; ++i) builder.add(schema.arguments[i], builder.out.arguments[i]);
  return builder.out;
}

// The slots of each operator are a constant of their own, because compilers limit the work of one constant evaluation.
template <typename Row>
constexpr SlotLayout kLayout = make_layout(operators::schema_of<Row>);

template <typename... Rows>
constexpr auto make_layouts(operators::List<Rows...>) {
  // Collect the slots in a braced list and not in a fold expression, because compilers limit how deep a fold may nest.
  constexpr std::array<SlotLayout, sizeof...(Rows)> rows{kLayout<Rows>...};
  std::array<SlotLayout, kBuiltinCommands + sizeof...(Rows)> out{};
  std::size_t at = 0;
  for (const BuiltinCommandRow& row : builtin_commands) out[at++] = make_layout(operators::parse(row.schema));
  for (const SlotLayout& row : rows) out[at++] = row;
  return out;
}

constexpr auto kLayouts = make_layouts(operators::Catalogue{});

constexpr std::int8_t wrap(int value, Range range) {
  const int span = range.high - range.low + 1;
  int offset = (value - range.low) % span;
  if (offset < 0) offset += span;
  return static_cast<std::int8_t>(range.low + offset);
}

void clear_unread(Record& record, const Argument& argument, ArgumentSlots slots) {
  const auto value = [&](int offset) -> std::int8_t& {
    return record.immediates[static_cast<std::size_t>(slots.immediate + offset)];
  };
  switch (argument.type) {
    case Type::OptionalTensor:
      if (value(0) == 0) record.operands[static_cast<std::size_t>(slots.operand)] = 0;
      break;
    case Type::TensorList:
      for (int i = value(0); i < slots.operands; ++i) record.operands[static_cast<std::size_t>(slots.operand + i)] = 0;
      break;
    case Type::OptionalInt:
      if (value(0) == 0) value(1) = 0;
      break;
    case Type::IntList:
    case Type::OptionalIntList:
    case Type::OptionalFloatList:
      for (int i = value(0) < 0 ? 0 : value(0); i + 1 < slots.immediates; ++i) value(1 + i) = 0;
      break;
    case Type::OptionalTensorList:
      for (int i = 0; i < kMaxTensorList; ++i) {
        if (i >= value(0)) value(1 + i) = 0;
        if (value(1 + i) == 0) record.operands[static_cast<std::size_t>(slots.operand + i)] = 0;
      }
      break;
    case Type::OptionalScalar:
      if (value(0) < 0) value(1) = 0;
      [[fallthrough]];
    case Type::Scalar:
      if (value(0) == 2) value(1) = value(1) != 0;
      break;
    default:
      break;
  }
}

}  // namespace

const SlotLayout& slots_of(OperationId id) { return kLayouts[id]; }

void canonicalize(Record& record) {
  record.operation = static_cast<OperationId>(record.operation % kLayouts.size());
  record.destination = static_cast<std::uint8_t>(record.destination % kRegisters);
  record.thread = static_cast<std::uint8_t>(record.thread % kThreads);
  const SlotLayout& layout = slots_of(record.operation);
  for (std::size_t i = 0; i < kMaxOperands; ++i)
    record.operands[i] = i < layout.operand_count ? static_cast<std::uint8_t>(record.operands[i] % kRegisters) : 0;
  for (std::size_t i = 0; i < kMaxImmediates; ++i)
    record.immediates[i] = i < layout.immediate_count ? wrap(record.immediates[i], layout.ranges[i]) : std::int8_t{0};
  const operators::Schema& schema = operation(record.operation).schema;
  // Set the fields that no command reads to zero, so that equal calls are equal records.
  for (std::size_t i = 0; i < schema.argument_count; ++i)
    clear_unread(record, schema.arguments[i], layout.arguments[i]);
  if (!keeps_result(operation(record.operation))) record.destination = 0;
  // `backward` reads its gradient only if `seeding` is 2.
  if (record.operation == id_of(BuiltinCommand::Backward) && record.immediates[0] != 2) record.operands[1] = 0;
}

bool is_canonical(const Record& record) {
  Record copy = record;
  canonicalize(copy);
  return copy == record;
}

}  // namespace modecheck::spec
