#include "properties/known/counterfactual.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "properties/known/pattern_words.h"
#include "spec/program/slots.h"

namespace modecheck::properties {
namespace {

using nlohmann::json;
using spec::OperationId;
using spec::Record;
using spec::operators::Argument;
using spec::operators::Schema;
using spec::operators::Type;

// Returns the argument's position in the schema. Returns -1 unless a record stores the argument as immediates, because
// only such an argument can be replaced.
int replaceable(OperationId id, const std::string& name) {
  const Schema& schema = spec::operation(id).schema;
  for (int i = 0; i < schema.argument_count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (schema.arguments[at].name == name && spec::slots_of(id).arguments[at].immediate >= 0) return i;
  }
  return -1;
}

// Gives an argument of the record another value. Returns true if that changed the record.
bool replace(Record& record, const Counterfactual::Replacement& by) {
  const auto argument = static_cast<std::size_t>(replaceable(record.operation, by.argument));
  const auto slot = static_cast<std::size_t>(spec::slots_of(record.operation).arguments[argument].immediate);
  const Record before = record;
  switch (spec::operation(record.operation).schema.arguments[argument].type) {
    case Type::OptionalIntList:  // the slot holds the number of elements, and -1 means None
    case Type::OptionalFloatList:
      if (by.from && record.immediates[slot] != *by.from) return false;
      record.immediates[slot] = -1;
      break;
    case Type::IntList:
      for (int i = 0; i < record.immediates[slot]; ++i)
        record.immediates[slot + 1 + static_cast<std::size_t>(i)] = by.value;
      break;
    case Type::OptionalInt:
    case Type::OptionalTensor:
      record.immediates[slot] = 0;
      break;
    default:
      if (by.from && record.immediates[slot] != *by.from) return false;
      record.immediates[slot] = by.value;
  }
  spec::canonicalize(record);
  return record != before;
}

bool same_arguments(const Schema& a, const Schema& b, int count) {
  return std::equal(a.arguments.begin(), a.arguments.begin() + count, b.arguments.begin(),
                    [](const Argument& x, const Argument& y) { return x.name == y.name && x.type == y.type; });
}

// Returns the functional form of an operator: `add.Tensor` for `add_.Tensor` and `add.out`.
std::optional<OperationId> functional_form(OperationId id) {
  const Schema& schema = spec::operation(id).schema;
  const bool has_out = schema.arguments[schema.argument_count - 1U].write && schema.argument_count > 1;
  const int count = schema.argument_count - (has_out ? 1 : 0);
  std::string_view name = schema.name;
  if (!has_out && !name.empty() && name.back() == '_') name.remove_suffix(1);
  for (std::size_t i = 0; i < spec::operations().size(); ++i) {
    const Schema& other = spec::operations()[i].schema;
    if (other.name == name && !other.writes() && other.return_count == 1 && other.argument_count == count &&
        same_arguments(schema, other, count))
      return static_cast<OperationId>(i);
  }
  return std::nullopt;
}

std::optional<Record> out_of_place(const Record& record) {
  const auto functional = functional_form(record.operation);
  if (!functional) return std::nullopt;
  const spec::SlotLayout& layout = spec::slots_of(record.operation);
  const Schema& schema = spec::operation(record.operation).schema;
  Record out = record;
  out.operation = *functional;
  for (std::size_t i = 0; i < schema.argument_count; ++i)
    if (schema.arguments[i].write)
      out.destination = record.operands[static_cast<std::size_t>(layout.arguments[i].operand)];
  spec::canonicalize(out);
  return out;
}

// Returns the command `assign` with the command's first differentiable tensor argument. If no argument is
// differentiable, returns `assign` with the first operand.
Record same_tensor(const Record& record, const spec::Observation& before) {
  const Schema& schema = spec::operation(record.operation).schema;
  Record out;
  std::uint8_t same = record.operands[0];
  for (std::size_t i = schema.argument_count; i-- > 0;) {
    if (schema.arguments[i].type != Type::Tensor) continue;
    const auto operand = static_cast<std::size_t>(spec::slots_of(record.operation).arguments[i].operand);
    if (spec::is_differentiable(before.registers[record.operands[operand]].tensor.dtype))
      same = record.operands[operand];
  }
  out.operation = spec::id_of(spec::BuiltinCommand::Assign);
  out.destination = record.destination;
  out.thread = record.thread;
  out.operands[0] = same;
  return out;
}

// Returns a command that takes the same view from the argument's base. Returns std::nullopt if the argument is no view,
// or no register holds its base. `as_strided_` becomes `as_strided`.
std::optional<Record> of_the_base(const Record& record, const spec::Observation& before) {
  const bool writes = spec::operation(record.operation).schema.writes();
  const std::optional<Record> functional = writes ? out_of_place(record) : record;
  if (!functional) return std::nullopt;
  const spec::TensorObservation& view = before.registers[record.operands[0]].tensor;
  if (view.is_view == 0 || view.base >= spec::kRegisters) return std::nullopt;
  const auto argument = static_cast<std::size_t>(replaceable(functional->operation, "storage_offset"));
  const auto slot = static_cast<std::size_t>(spec::slots_of(functional->operation).arguments[argument].immediate);
  Record out = *functional;
  out.operands[0] = view.base;
  if (out.immediates[slot] == 0) {
    out.immediates[slot] = 1;
    out.immediates[slot + 1] = static_cast<std::int8_t>(view.storage_offset);
  }
  if (!spec::is_canonical(out)) return std::nullopt;
  return out;
}

std::int8_t value_in(const json& from, const char* key) {
  const auto at = from.find(key);
  if (at == from.end() || !at->is_number_integer())
    throw std::invalid_argument(fmt::format("\"{}\" must be an integer", key));
  const auto value = at->get<std::int64_t>();
  if (value < std::numeric_limits<std::int8_t>::min() || value > std::numeric_limits<std::int8_t>::max())
    throw std::invalid_argument(fmt::format("\"{}\": no argument can be {}", key, value));
  return static_cast<std::int8_t>(value);
}

Counterfactual::Replacement replacement_in(const json& from, const OperationSet& operations) {
  require_keys(from, {"argument", "value", "from"});
  Counterfactual::Replacement out;
  out.argument = text_in(from, "argument");
  out.value = value_in(from, "value");
  if (from.contains("from")) out.from = value_in(from, "from");
  for (std::size_t id = 0; id < operations.size(); ++id)
    if (operations.test(id) && replaceable(static_cast<OperationId>(id), out.argument) < 0)
      throw std::invalid_argument(
          fmt::format("{} has no argument \"{}\" that can be replaced", spec::operations()[id].name, out.argument));
  return out;
}

}  // namespace

Counterfactual::Changes Counterfactual::changes(const spec::Program& program, const Expected& expected,
                                                int step) const {
  Changes out = own_changes(program, expected, step);
  if (!out.empty())
    for (const Counterfactual& other : also) out.merge(other.changes(program, expected, step));
  return out;
}

Counterfactual::Changes Counterfactual::own_changes(const spec::Program& program, const Expected& expected,
                                                    int step) const {
  Changes out;
  for (int i = 0; i < step; ++i) {
    const Record& record = program.records[static_cast<std::size_t>(i)];
    if (!operations.test(record.operation)) continue;
    if (!predicates.empty() || !conditions.empty()) {
      // The predicates ask only what the specification says about this command. They do not ask how a subject differs,
      // so the mismatch holds no more than the step.
      Mismatch here;
      here.step = i;
      if (!all_hold(predicates, conditions, MismatchContext(program, expected, here))) continue;
    }
    if (how == How::TakeOut) {
      out[i] = std::nullopt;
    } else if (how == How::OutOfPlace) {
      out[i] = out_of_place(record);
    } else if (how == How::SameTensor) {
      out[i] = same_tensor(record, expected.step(i - 1).observation);
    } else if (how == How::OfTheBase) {
      if (auto changed = of_the_base(record, expected.step(i - 1).observation)) out[i] = changed;
    } else {
      Record changed = record;
      bool any = false;
      for (const Replacement& one : replacements) any = replace(changed, one) || any;
      if (any) out[i] = changed;
    }
  }
  return out;
}

Counterfactual::Altered Counterfactual::apply(const Changes& changes, const spec::Program& program, int step) {
  Altered out;
  out.step = step;
  for (std::size_t i = 0; i < program.records.size(); ++i) {
    const auto change = changes.find(static_cast<int>(i));
    if (change == changes.end())
      out.program.records.push_back(program.records[i]);
    else if (change->second)
      out.program.records.push_back(*change->second);
    else
      --out.step;
  }
  return out;
}

Counterfactual counterfactual_of(const json& from) {
  if (!from.is_object()) throw std::invalid_argument("it must be an object");
  require_keys(from, {"operations", "how", "replace", "predicates", "conditions", "also"});
  Counterfactual out;
  if (const auto also = from.find("also"); also != from.end()) out.also.push_back(counterfactual_of(*also));
  out.operations = operations_in(from);
  const OperationSet others = composites_of(out.operations);
  out.predicates = predicates_in(from);
  out.conditions = conditions_in(from, out.operations | others);
  if (const auto replace = from.find("replace"); replace != from.end()) {
    if (from.contains("how") || !replace->is_array() || replace->empty())
      throw std::invalid_argument("it has either \"how\" or a list \"replace\"");
    out.how = Counterfactual::How::Replace;
    for (const json& one : *replace) out.replacements.push_back(replacement_in(one, out.operations));
    for (std::size_t id = 0; id < others.size(); ++id)
      if (others.test(id) &&
          std::all_of(out.replacements.begin(), out.replacements.end(), [&](const Counterfactual::Replacement& one) {
            return replaceable(static_cast<OperationId>(id), one.argument) >= 0;
          }))
        out.operations.set(id);
    return out;
  }
  const std::string how = text_in(from, "how");
  if (how == "take out")
    out.how = Counterfactual::How::TakeOut;
  else if (how == "out of place")
    out.how = Counterfactual::How::OutOfPlace;
  else if (how == "same tensor")
    out.how = Counterfactual::How::SameTensor;
  else if (how == "of the base")
    out.how = Counterfactual::How::OfTheBase;
  else
    throw std::invalid_argument(fmt::format(
        "\"how\" is \"{}\"; it must be \"take out\", \"out of place\", \"same tensor\" or \"of the base\"", how));
  if (out.how == Counterfactual::How::OfTheBase)
    for (std::size_t id = 0; id < out.operations.size(); ++id)
      if (out.operations.test(id) && replaceable(static_cast<OperationId>(id), "storage_offset") < 0)
        throw std::invalid_argument(
            fmt::format("{} does not name its elements in the storage, so it cannot be \"of the base\"",
                        spec::operations()[id].name));
  if (out.how == Counterfactual::How::TakeOut || out.how == Counterfactual::How::SameTensor) out.operations |= others;
  return out;
}

}  // namespace modecheck::properties
