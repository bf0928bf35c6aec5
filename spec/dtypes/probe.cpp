#include "spec/dtypes/probe.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <utility>

#include "spec/interface/effect.h"
#include "spec/model/model.h"
#include "spec/program/arguments.h"
#include "spec/program/slots.h"
#include "spec/program/string_arguments.h"
#include "spec/program/text.h"
#include "spec/program/text_error.h"

namespace modecheck::spec {
namespace {

using operators::Argument;
using operators::Type;

// The sizes of a tensor. A leaf has at most four dimensions. A tensor with five is a view of a leaf, with a new
// dimension of size 1.
struct CandidateSizes {
  std::string_view leaf;
  int new_dimension = -1;  // where the new dimension is inserted; -1: there is none
};
constexpr std::array<CandidateSizes, 8> kSizes{
    {{"[2, 2]"}, {"[2]"}, {"[2, 2, 2]"}, {"[2, 2, 2, 2]"}, {"[]"}, {"[1, 1, 2, 2]", 0}, {"[1, 1, 2, 2]", 1}, {"[1]"}}};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_out(const Argument& argument) { return argument.write && argument.keyword_only; }

// Returns the dtype of a tensor with which the search for a call begins.
std::string_view first_dtype(const Argument& argument, std::string_view usual) {
  const std::string_view name = argument.name;
  if (is_one_of(name, {"index", "indices", "offsets", "lengths", "sorter", "repeats"})) return "int64";
  if (is_one_of(name, {"mask", "condition"})) return "bool";
  if (name == "target" &&
      is_one_of(argument.operation, {"nll_loss", "nll_loss_nd", "nll_loss_forward", "cross_entropy_loss"}))
    return "int64";
  if (is_out(argument) && argument.alias_set != 'a' && name != "total_weight") return "int64";
  return usual;
}

std::vector<std::string> integer_lists(std::string_view name) {
  if (is_one_of(name, {"size", "shape", "sizes", "normalized_shape"}))
    return {"[2, 2]", "[2]", "[4]", "[1]", "[2, 2, 2]"};
  if (is_one_of(name, {"pad", "padding"}))
    return {"[0]", "[1, 0]", "[0, 0]", "[1, 0, 0, 0]", "[0, 0, 0]", "[1, 0, 0, 0, 0, 0]"};
  if (name == "output_padding") return {"[0]", "[0, 0]"};
  if (is_one_of(name, {"kernel_size", "stride", "dilation"})) return {"[1]", "[1, 1]", "[1, 1, 1]"};
  return {"[1]", "[0]", "[1, 1]", "[0, 1]", "[1, 1, 1]", "[1, 0]", "[2, 2]", "[2]", "[2, 1]", "[]"};
}

std::vector<std::string> string_values(const Argument& argument) {
  std::vector<std::string> out;
  for (const std::string_view word : string_arguments_of(argument)) out.push_back("\"" + std::string(word) + "\"");
  return out;
}

// Returns whether a program can hold a number: an integer or a multiple of a half, and small.
bool is_storable(std::string_view number) {
  const double value = std::strtod(std::string(number).c_str(), nullptr);
  return value >= -2 && value <= 2 && value * 2 == static_cast<int>(value * 2);
}

// Returns the values that the search tries for an argument that is no tensor. An empty value leaves the argument out.
std::vector<std::string> values_of(const Argument& argument) {
  const bool is_number = argument.type == Type::Scalar || argument.type == Type::Float || argument.type == Type::Int;
  const bool has_default = !argument.default_text.empty() && (!is_number || is_storable(argument.default_text));
  std::vector<std::string> out;
  if (has_default) out.emplace_back();
  if (has_default && argument.name == "reduction") out.emplace_back("0");
  switch (argument.type) {
    case Type::OptionalScalar:
      out.emplace_back("1");
      return out;
    case Type::Int:
      if (!has_default) out = {"1", "0", "2", "4"};
      return out;
    case Type::IntList:
      if (!has_default) out = integer_lists(argument.name);
      return out;
    case Type::OptionalIntList:
      if (has_default) return out;
      out = integer_lists(argument.name);
      out.emplace_back("None");
      return out;
    case Type::Scalar:
      if (!has_default) out = {"1", "2"};
      return out;
    case Type::Float:
      if (!has_default) out = {"1.0", "0.0", "0.5"};
      return out;
    case Type::Bool:
      if (!has_default) out = {"false", "true"};
      return out;
    case Type::String:
    case Type::OptionalString: {
      const std::vector<std::string> words = string_values(argument);
      if (!has_default) out = words;
      if (out.empty()) out.emplace_back();
      return out;
    }
    case Type::ScalarType:
      // Every dtype can be viewed as uint8, because its elements consist of whole bytes.
      if (!has_default) out.emplace_back(argument.operation == "view" ? "uint8" : "float32");
      return out;
    case Type::OptionalInt:
    case Type::OptionalFloatList:
    case Type::OptionalScalarType:
      if (!has_default) out.emplace_back("None");
      return out;
    default:
      return {""};
  }
}

// Answers the model's questions about values in such a way that the call is accepted, because only dtypes are tested.
class SuitableValues final : public ValueOracle {
 public:
  bool all_within(const Geometry& /*index*/, std::int64_t /*low*/, std::int64_t /*high*/) const override {
    return true;
  }
  bool all_between(const Geometry& /*tensor*/, double /*low*/, double /*high*/) const override { return true; }
  bool is_ordered(const Geometry& /*below*/, const Geometry& /*above*/) const override { return true; }
  bool divides(const Geometry& /*numbers*/, std::int64_t /*length*/, bool /*bounds*/) const override { return true; }
  std::int64_t count_true(const Geometry& /*mask*/) const override { return 1; }
  std::optional<std::int64_t> count_distinct(const Geometry& /*tensor*/) const override { return 1; }
};

// The candidates of a call. The search tries all combinations, as an odometer does.
class Search {
 public:
  explicit Search(OperationId id) : row_(operation(id)) {
    std::size_t lists = 0;
    for (std::size_t i = 0; i < row_.schema.argument_count; ++i)
      lists += row_.schema.arguments[i].type == Type::TensorList ? 1 : 0;
    list_length_ = lists > 1 ? 1 : 2;
    for (std::size_t i = 0; i < row_.schema.argument_count; ++i) {
      const Argument& argument = row_.schema.arguments[i];
      if (!argument.is_tensor()) {
        choices_.push_back(values_of(argument));
        continue;
      }
      std::vector<std::string> sizes{""};
      for (std::size_t k = 1; k < kSizes.size() && !is_out(argument); ++k) sizes.emplace_back();
      if (argument.type == Type::OptionalTensor) sizes.emplace_back("None");
      choices_.push_back(std::move(sizes));
    }
  }

  std::optional<DtypeProbe> run() {
    ProbingModel model;
    for (const std::string_view usual : {"float32", "int64", "bool", "complex64", "float64"}) {
      std::vector<std::size_t> chosen(choices_.size());
      do {
        std::optional<DtypeProbe> probe = make(chosen, usual);
        if (!probe || probe->tensors.empty()) continue;
        std::vector<DType> dtypes;
        for (const ProbedTensor& tensor : probe->tensors) dtypes.push_back(Arguments(tensor.leaf).dtype(1));
        if (model.answer_of(probe->program(dtypes, probe->call)) == DtypeAnswer::Accepted) return probe;
      } while (advance(chosen));
    }
    return std::nullopt;
  }

 private:
  bool advance(std::vector<std::size_t>& chosen) const {
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (++chosen[i] < choices_[i].size()) return true;
      chosen[i] = 0;
    }
    return false;
  }

  // Adds a tensor, and returns its register; an empty text if no register is left.
  static std::string add(DtypeProbe& probe, const Argument& argument, CandidateSizes sizes, std::string_view dtype) {
    if (probe.tensors.size() == kRegisters) return {};
    const std::string reg = "r" + std::to_string(probe.tensors.size());
    probe.tensors.push_back({argument.name,
                             parse_record(reg + " = leaf(" + std::string(sizes.leaf) + ", dtype=" + std::string(dtype) +
                                          ", requires_grad=false, seed=1)"),
                             sizes.new_dimension, is_out(argument), argument.write && !is_out(argument)});
    return reg;
  }

  std::string value_of(DtypeProbe& probe, std::size_t i, std::size_t choice, std::string_view usual) const {
    const Argument& argument = row_.schema.arguments[i];
    const std::string& text = choices_[i][choice];
    if (!argument.is_tensor() || text == "None") return text;
    const std::string_view dtype = first_dtype(argument, usual);
    const CandidateSizes sizes = is_out(argument) ? CandidateSizes{"[0]"} : kSizes.at(choice);
    const std::string first = add(probe, argument, sizes, dtype);
    if (first.empty()) return {};
    if (argument.type == Type::OptionalTensorList) return "[" + first + "]";
    if (argument.type != Type::TensorList) return first;
    if (list_length_ == 1) return "[" + first + "]";
    const std::string second = add(probe, argument, sizes, dtype);
    return second.empty() ? std::string() : "[" + first + ", " + second + "]";
  }

  std::optional<DtypeProbe> make(const std::vector<std::size_t>& chosen, std::string_view usual) const {
    DtypeProbe probe;
    std::string text = std::string(row_.name) + "(";
    const std::size_t head = text.size();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const std::string value = value_of(probe, i, chosen[i], usual);
      if (!value.empty())
        text += (text.size() == head ? "" : ", ") + std::string(row_.schema.arguments[i].name) + "=" + value;
    }
    std::string results;
    for (int i = 0; i < result_registers(row_); ++i) results += (i == 0 ? "r" : ", r") + std::to_string(i);
    try {
      probe.call = parse_record((results.empty() ? "" : results + " = ") + text + ")");
    } catch (const TextError&) {
      return std::nullopt;
    }
    return probe;
  }

  const Operation& row_;
  std::size_t list_length_ = 2;
  std::vector<std::vector<std::string>> choices_;
};

}  // namespace

int ProbedTensor::rank() const { return leaf_of(leaf).rank + (new_dimension >= 0 ? 1 : 0); }

std::size_t DtypeProbe::inputs() const {
  return static_cast<std::size_t>(
      std::count_if(tensors.begin(), tensors.end(), [](const ProbedTensor& tensor) { return !tensor.out; }));
}

Program DtypeProbe::program(const std::vector<DType>& dtypes, const Record& command) const {
  static const auto slot = static_cast<std::size_t>(slots_of(id_of(BuiltinCommand::Leaf)).arguments[1].immediate);
  Program out;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    out.records.push_back(tensors[i].leaf);
    out.records.back().immediates[slot] = static_cast<std::int8_t>(dtypes[i]);
    if (const int dim = tensors[i].new_dimension; dim >= 0)
      out.records.push_back(parse_record("unsqueeze_(r" + std::to_string(i) + ", dim=" + std::to_string(dim) + ")"));
  }
  out.records.push_back(command);
  return out;
}

std::vector<Record> DtypeProbe::calls() const {
  std::vector<Record> out{call};
  const operators::Schema& schema = operation(call.operation).schema;
  constexpr std::array<std::pair<ScalarValue::Kind, std::int8_t>, 2> others{
      {{ScalarValue::Kind::Float, 2}, {ScalarValue::Kind::Bool, 1}}};
  for (const auto& [kind, value] : others) {
    Record other = call;
    for (std::size_t i = 0; i < schema.argument_count; ++i) {
      const Argument& argument = schema.arguments[i];
      const bool optional = argument.type == Type::OptionalScalar;
      if (!optional && (argument.type != Type::Scalar || !argument.default_text.empty())) continue;
      const auto slot = static_cast<std::size_t>(slots_of(call.operation).arguments[i].immediate);
      if (other.immediates[slot] < 0) continue;
      other.immediates[slot] = static_cast<std::int8_t>(kind);
      other.immediates[slot + 1] = value;
    }
    if (!(other == call)) out.push_back(other);
  }
  return out;
}

struct ProbingModel::Parts {
  SuitableValues values;
  Model model{{}, nullptr, &values};
  Step step;
};

ProbingModel::ProbingModel() : parts_(std::make_unique<Parts>()) {}
ProbingModel::~ProbingModel() = default;

DtypeAnswer ProbingModel::answer_of(const Program& program) {
  const Outcome& outcome = parts_->step.outcome;
  parts_->model.reset();
  for (const Record& record : program.records) parts_->model.step(record, parts_->step);
  if (outcome.kind == OutcomeKind::Ok) return DtypeAnswer::Accepted;
  if (outcome.kind != OutcomeKind::Error) return DtypeAnswer::Unspecified;
  constexpr ErrorSet sizes = set_of(ErrorClass::Shape) | set_of(ErrorClass::Range) | set_of(ErrorClass::Strides) |
                             set_of(ErrorClass::StorageSize);
  return (outcome.reasons & ~sizes) == 0 ? DtypeAnswer::RejectedForSizes : DtypeAnswer::Rejected;
}

std::optional<DtypeProbe> probe_of(OperationId operation) { return Search(operation).run(); }

}  // namespace modecheck::spec
