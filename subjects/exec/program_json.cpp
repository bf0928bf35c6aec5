#include "subjects/exec/program_json.h"

#include <cmath>
#include <string>

#include "spec/program/arguments.h"
#include "spec/program/operation.h"
#include "spec/program/text.h"

namespace modecheck::subjects {
namespace {

using nlohmann::ordered_json;
using spec::operators::Type;

std::string reg(int i) { return "r" + std::to_string(i); }

// JSON has no infinity.
ordered_json number(double value) { return std::isinf(value) ? ordered_json("inf") : ordered_json(value); }

ordered_json scalar(const spec::ScalarValue& value) {
  switch (value.kind) {
    case spec::ScalarValue::Kind::Int:
      return static_cast<std::int64_t>(value.value);
    case spec::ScalarValue::Kind::Bool:
      return value.value != 0;
    case spec::ScalarValue::Kind::Float:
      break;
  }
  return number(value.value);
}

template <typename List>
ordered_json list(const List& values) {
  ordered_json out = ordered_json::array();
  for (int i = 0; i < values.size; ++i) out.push_back(values[i]);
  return out;
}

ordered_json tensors(const spec::Arguments& arguments, int i) {
  ordered_json out = ordered_json::array();
  for (int k = 0; k < arguments.list_length(i); ++k)
    out.push_back(arguments.list_present(i, k) ? ordered_json(reg(arguments.list_reg(i, k))) : ordered_json());
  return out;
}

template <typename Value, typename Function>
ordered_json if_given(const Value& value, const Function& function) {
  return value.has_value() ? ordered_json(function(*value)) : ordered_json();
}

// Returns an argument, or nothing (a discarded value) if programs never change its default.
ordered_json argument(const spec::Record& record, int i) {
  const spec::Arguments arguments(record);
  switch (spec::operation(record.operation).schema.arguments[static_cast<std::size_t>(i)].type) {
    case Type::Tensor:
      return reg(arguments.reg(i));
    case Type::OptionalTensor:
      return arguments.present(i) ? ordered_json(reg(arguments.reg(i))) : ordered_json();
    case Type::TensorList:
    case Type::OptionalTensorList:
      return tensors(arguments, i);
    case Type::Int:
      return arguments.integer(i);
    case Type::OptionalInt:
      return if_given(arguments.optional_integer(i), [](std::int64_t value) { return value; });
    case Type::IntList:
      return list(arguments.integers(i));
    case Type::OptionalIntList:
      return if_given(arguments.optional_integers(i), [](const spec::IntList& values) { return list(values); });
    case Type::Scalar:
      return scalar(arguments.scalar(i));
    case Type::OptionalScalar:
      return if_given(arguments.optional_scalar(i), scalar);
    case Type::OptionalString:
      return if_given(arguments.optional_word(i), [](std::string_view word) { return std::string(word); });
    case Type::String:
      if (const auto word = arguments.word(i)) return std::string(*word);
      break;
    case Type::Float:
      return number(arguments.floating(i));
    case Type::OptionalFloatList:
      return if_given(arguments.optional_floats(i), [](const spec::FloatList& values) { return list(values); });
    case Type::Bool:
      return arguments.boolean(i);
    case Type::ScalarType:
      return std::string(spec::name_of(arguments.dtype(i)));
    case Type::OptionalScalarType:
      return if_given(arguments.optional_dtype(i), [](spec::DType dtype) { return std::string(spec::name_of(dtype)); });
    default:
      break;
  }
  return ordered_json(nlohmann::detail::value_t::discarded);
}

const char* name_of(spec::CommandKind kind) {
  switch (kind) {
    case spec::CommandKind::Operator:
      return "operator";
    case spec::CommandKind::EnterGuard:
      return "guard";
    case spec::CommandKind::Leave:
      return "leave";
    case spec::CommandKind::Read:
      return "read";
    case spec::CommandKind::Autograd:
      return "autograd";
    case spec::CommandKind::Harness:
      return "harness";
    case spec::CommandKind::Custom:
      break;
  }
  return "custom";
}

}  // namespace

ordered_json json_of(const spec::LeafSpec& leaf) {
  std::int64_t count = 1;
  ordered_json sizes = ordered_json::array();
  for (int d = 0; d < leaf.rank; ++d) {
    sizes.push_back(leaf.sizes[static_cast<std::size_t>(d)]);
    count *= leaf.sizes[static_cast<std::size_t>(d)];
  }
  ordered_json values = ordered_json::array();
  for (int i = 0; i < count; ++i) {
    const double value = spec::leaf_value(leaf.dtype, leaf.seed, i);
    if (spec::is_complex(leaf.dtype))
      values.push_back({value, spec::leaf_imaginary(leaf.seed, i)});
    else if (leaf.dtype == spec::DType::Bool)
      values.push_back(value != 0);
    else if (spec::is_integer(leaf.dtype))
      values.push_back(static_cast<std::int64_t>(value));
    else
      values.push_back(value);
  }
  return {{"dtype", std::string(spec::name_of(leaf.dtype))},
          {"sizes", std::move(sizes)},
          {"requires_grad", leaf.requires_grad},
          {"values", std::move(values)}};
}

ordered_json json_of(const spec::Record& record) {
  const spec::Operation& row = spec::operation(record.operation);
  ordered_json results = ordered_json::array();
  for (int i = 0; i < spec::result_registers(row); ++i)
    results.push_back(reg((record.destination + i) % spec::kRegisters));
  ordered_json arguments = ordered_json::object();
  for (int i = 0; i < row.schema.argument_count; ++i) {
    ordered_json value = argument(record, i);
    if (!value.is_discarded())
      arguments[std::string(row.schema.arguments[static_cast<std::size_t>(i)].name)] = std::move(value);
  }
  ordered_json out = {{"text", spec::to_text(record)}, {"operation", std::string(row.name)},
                      {"kind", name_of(row.kind)},     {"thread", record.thread},
                      {"results", std::move(results)}, {"arguments", std::move(arguments)}};
  if (record.operation == spec::id_of(spec::BuiltinCommand::Leaf)) out["leaf"] = json_of(spec::leaf_of(record));
  if (spec::draws_random_numbers(row)) out["seed"] = spec::rand_seed(record);
  return out;
}

}  // namespace modecheck::subjects
