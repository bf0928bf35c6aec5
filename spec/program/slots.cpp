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
using operators::Type;

// The values that make sense for an integer, by PyTorch's name of the argument. Each range includes wrong values if
// there are any, such as a dimension that does not exist or a size that does not fit.
constexpr Range integer_range(std::string_view name) {
  if (name == "dim" || name == "dim0" || name == "dim1" || name == "dim2" || name == "dims" || name == "axis" ||
      name == "axis0" || name == "axis1" || name == "dimension" || name == "start_dim" || name == "end_dim" ||
      name == "source" || name == "destination")
    return {-3, 3};
  if (name == "size" || name == "shape" || name == "sizes") return {-1, 4};
  if (name == "repeats" || name == "split_sizes") return {-1, 3};
  if (name == "padding") return {-2, 3};
  if (name == "output_size") return {-1, 3};
  if (name == "padding_idx") return {-2, 3};
  if (name == "stride") return {0, 4};
  if (name == "kernel_size" || name == "groups" || name == "num_groups") return {0, 3};
  if (name == "dilation") return {0, 2};
  if (name == "output_padding") return {-1, 1};
  if (name == "divisor_override") return {-1, 3};
  if (name == "normalized_shape") return {-1, 4};
  if (name == "N" || name == "C" || name == "HxW" || name == "group") return {0, 8};
  if (name == "normalization") return {0, 3};
  if (name == "last_dim_size") return {1, 6};
  if (name == "compute_mode") return {-1, 3};
  if (name == "mode") return {0, 2};  // for other modes libtorch's _embedding_bag reads beyond its results
  // For other values libtorch returns uninitialised memory.
  if (name == "interpolation_mode" || name == "padding_mode") return {0, 2};
  if (name == "storage_offset") return {0, 3};
  if (name == "path") return {-1, 2};
  if (name == "dims_self" || name == "dims_other") return {-3, 3};
  if (name == "n" || name == "s") return {-1, 5};
  if (name == "start" || name == "index") return {-3, 3};
  if (name == "end") return {-3, 4};
  if (name == "step") return {0, 2};
  if (name == "split_size" || name == "chunks" || name == "length" || name == "sections") return {0, 3};
  if (name == "offset") return {-2, 2};
  if (name == "seeding") return {0, 2};
  if (name == "count") return {1, 3};
  if (name == "seed") return {0, 7};
  if (name == "reduction") return {0, 2};  // for other values some losses reduce nothing, and others fail an assertion
  if (name == "ignore_index") return {-2, 4};
  return {-4, 4};
}

struct Builder {
  SlotLayout out;
  std::string_view operation;
  int lists = 0;  // how many lists of tensors

  constexpr void operand(int count) { out.operand_count = static_cast<std::uint8_t>(out.operand_count + count); }
  constexpr void immediate(Range range) {
    if (out.immediate_count == kMaxImmediates) operators::detail::schema_is_malformed("too many immediates");
    out.ranges[out.immediate_count] = range;
    ++out.immediate_count;
  }

  // Whether the operator slides a window over its input.
  constexpr bool slides() const {
    for (const std::string_view word : {"pool1d", "pool2d", "pool3d", "conv", "col2im"})
      if (operation.find(word) != std::string_view::npos && operation.find("adaptive") == std::string_view::npos)
        return true;
    return false;
  }
  constexpr bool is_border(const Argument& argument) const { return argument.name == "padding" && !slides(); }

  constexpr int room(const Argument& argument) const {
    if (is_border(argument)) return operation.substr(operation.size() - 2) == "3d" ? 6 : kMaxListLength;
    if (!slides()) return kMaxListLength;
    return argument.list_size > 0 ? argument.list_size : 2;
  }

  constexpr Range length_range(const Argument& argument) const {
    // Padding always has a number for both ends of every dimension: with fewer, libtorch reads beyond the list.
    if (is_border(argument)) {
      const auto ends = static_cast<std::int8_t>(2 * (operation[operation.size() - 2] - '0'));
      return {ends, ends};
    }
    const auto most = static_cast<std::int8_t>(room(argument));
    if (slides()) return {static_cast<std::int8_t>(argument.default_text == "[" ? 0 : 1), most};
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
        immediate(integer_range(argument.name));
        break;
      case Type::OptionalInt:
        immediate({0, 1});
        immediate(integer_range(argument.name));
        break;
      case Type::IntList:
      case Type::OptionalIntList:
        immediate(length_range(argument));
        for (int i = 0; i < room(argument); ++i) immediate(integer_range(argument.name));
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
  builder.operation = schema.name;
  for (std::size_t i = 0; i < schema.argument_count; ++i)
    builder.lists += schema.arguments[i].type == Type::TensorList ? 1 : 0;
  for (std::size_t i = 0; i < schema.argument_count; ++i) builder.add(schema.arguments[i], builder.out.arguments[i]);
  return builder.out;
}

// One constant per row, because compilers limit the work of one constant evaluation.
template <typename Row>
constexpr SlotLayout kLayout = make_layout(operators::schema_of<Row>);

template <typename... Rows>
constexpr auto make_layouts(operators::List<Rows...>) {
  // No fold expression, because compilers limit their nesting depth.
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
  // Zero the fields that nothing reads, so that equal calls are equal records.
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
