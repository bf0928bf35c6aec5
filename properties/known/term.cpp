#include "properties/known/term.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <stdexcept>

#include "properties/known/argument_value.h"
#include "spec/program/dtype.h"

namespace modecheck::properties {
namespace {

using spec::TensorObservation;
using Kind = Term::Kind;
using Value = Term::Value;

Value numbers_of(const std::array<std::int32_t, spec::kMaxRank>& all, int rank) {
  return std::vector<double>(all.begin(), all.begin() + rank);
}

Value elements_in(const TensorObservation& tensor) {
  double out = 1;
  for (std::size_t d = 0; d < tensor.rank; ++d) out *= tensor.sizes[d];
  return out;
}

constexpr std::array<Term::Property, 9> kProperties{{
    {"dtype", Kind::Word, [](const TensorObservation& t) -> Value { return name_of(t.dtype); }},
    {"rank", Kind::Number, [](const TensorObservation& t) -> Value { return 1.0 * t.rank; }},
    {"numel", Kind::Number, elements_in},
    {"sizes", Kind::Numbers, [](const TensorObservation& t) { return numbers_of(t.sizes, t.rank); }},
    {"strides", Kind::Numbers, [](const TensorObservation& t) { return numbers_of(t.strides, t.rank); }},
    {"is_view", Kind::Truth, [](const TensorObservation& t) -> Value { return 1.0 * t.is_view; }},
    {"requires_grad", Kind::Truth, [](const TensorObservation& t) -> Value { return 1.0 * t.requires_grad; }},
    {"is_inference", Kind::Truth, [](const TensorObservation& t) -> Value { return 1.0 * t.is_inference; }},
    {"is_stale", Kind::Truth, nullptr},
}};

constexpr std::array<std::string_view, 5> kTensors{"result", "any operand", "every operand", "any input",
                                                   "every input"};

std::optional<int> integer_in(std::string_view text) {
  int out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

// Adds to `out` the kind and words of the arguments with that name. Only arguments of the kind `wanted` count, or all
// arguments if `wanted` is Unknown.
void name_argument(std::string_view name, const OperationSet& operations, Kind wanted, Term& out) {
  std::set<std::string_view> all;
  for (std::size_t id = 0; id < spec::operations().size(); ++id) {
    const spec::operators::Schema& schema = spec::operations()[id].schema;
    for (std::size_t i = 0; i < schema.argument_count && operations.test(id); ++i) {
      const spec::operators::Argument& argument = schema.arguments[i];
      const Kind kind = argument_kind(argument);
      if (kind == Kind::Unknown || (wanted != Kind::Unknown && kind != wanted)) continue;
      all.insert(argument.name);
      if (argument.name != name) continue;
      if (out.kind != Kind::Unknown && out.kind != kind)
        throw std::invalid_argument(
            fmt::format("\"{}\" is of several types; name fewer operations or arguments", name));
      out.kind = kind;
      for (const std::string_view word : argument_words(argument)) out.words.push_back(word);
    }
  }
  if (all.count(name) == 0)
    throw std::invalid_argument(
        fmt::format("there is no argument \"{}\"; there are: {}, and also: outcome, recorded, {}", name,
                    fmt::join(all, ", "), fmt::join(kTensors, ", ")));
  out.names.emplace_back(name);
}

void name_property(std::string_view text, const OperationSet& operations, Term& out) {
  std::string_view name = text;
  if (const std::size_t open = text.find('('); open != std::string_view::npos && text.back() == ')') {
    out.dimension = text.substr(open + 1, text.size() - open - 2);
    name = text.substr(0, open) == "size" ? "sizes" : text.substr(0, open) == "stride" ? "strides" : text;
    Term dimension;
    const std::optional<int> number = integer_in(out.dimension);
    if (!number) name_argument(out.dimension, operations, Kind::Number, dimension);
    if (number && (*number >= spec::kMaxRank || *number < -spec::kMaxRank))
      throw std::invalid_argument(fmt::format("no tensor has a dimension {}", *number));
  }
  std::vector<std::string_view> all;
  for (const Term::Property& property : kProperties) {
    all.push_back(property.name);
    if (property.name == name) out.property = &property;
  }
  if (out.property == nullptr)
    throw std::invalid_argument(fmt::format("a tensor has no property \"{}\"; there are: {}, size(...), stride(...)",
                                            text, fmt::join(all, ", ")));
  if (out.of == Term::Of::Result && out.property->of == nullptr)
    throw std::invalid_argument(fmt::format("a result has no \"{}\"", text));
  out.kind = out.dimension.empty() ? out.property->kind : Kind::Number;
  if (out.kind == Kind::Word) out.words = dtype_names();
}

}  // namespace

void Term::add(const MismatchContext& c, int reg, const TensorObservation& tensor, std::vector<Value>& out) const {
  if (property == nullptr) {
    out.emplace_back(1.0);
  } else if (property->of == nullptr) {
    out.emplace_back(c.is_stale(reg) ? 1.0 : 0.0);
  } else if (dimension.empty()) {
    out.push_back(property->of(tensor));
  } else {
    std::optional<int> at = integer_in(dimension);
    if (const int argument = c.argument_named(dimension); !at && argument >= 0)
      // `dimension` names an argument. If a list of numbers or a tensor was passed, the argument gives no dimension
      if (const auto value = argument_value(c, argument))
        if (const double* const number = std::get_if<double>(&*value)) at = static_cast<int>(*number);
    if (at && *at < 0) *at += tensor.rank;
    if (at && *at >= 0 && *at < tensor.rank)
      out.emplace_back(std::get<std::vector<double>>(property->of(tensor))[static_cast<std::size_t>(*at)]);
  }
}

std::vector<Value> Term::values(const MismatchContext& c) const {
  if (of == Of::Outcome) return {c.outcome()};
  if (of == Of::Recorded) return {c.is_recorded() ? 1.0 : 0.0};
  std::vector<Value> out;
  const int result = c.record().destination;
  if (of == Of::Result && c.is_result(result)) add(c, result, c.after(result), out);
  for (const Operand& one : c.operands())
    if (of == Of::Operands || (of == Of::Inputs && !one.written)) add(c, one.reg, c.before(one.reg), out);
  for (const std::string& name : names) {
    const int argument = c.argument_named(name);
    for (const Operand& one : c.operands())
      if (one.argument == argument) add(c, one.reg, c.before(one.reg), out);
    if (property == nullptr && argument >= 0)  // a term without a property asks for the argument's own value
      if (auto value = argument_value(c, argument)) out.push_back(std::move(*value));
  }
  return out;
}

Term term_of(std::string_view text, const OperationSet& operations) {
  constexpr std::string_view separator = " or ";
  Term out;
  const std::size_t dot = text.find('.');
  std::string_view of = text.substr(0, dot);
  if (text == "outcome") {
    out.of = Term::Of::Outcome;
    out.kind = Kind::Word;
    out.words = {"ok", "error", "dropped"};
  } else if (text == "recorded") {
    out.of = Term::Of::Recorded;
    out.kind = Kind::Truth;
  } else if (const auto at = std::find(kTensors.begin(), kTensors.end(), of); at != kTensors.end()) {
    out.of = of == "result" ? Term::Of::Result : of.ends_with("input") ? Term::Of::Inputs : Term::Of::Operands;
    out.every = of.starts_with("every");
    out.kind = Kind::Tensor;
  } else {
    // only a tensor argument can have a property
    const Kind wanted = dot == std::string_view::npos ? Kind::Unknown : Kind::Tensor;
    for (std::size_t end = of.find(separator); end != std::string_view::npos; end = of.find(separator)) {
      name_argument(of.substr(0, end), operations, wanted, out);
      of.remove_prefix(end + separator.size());
    }
    name_argument(of, operations, wanted, out);
  }
  if (dot != std::string_view::npos) name_property(text.substr(dot + 1), operations, out);
  return out;
}

}  // namespace modecheck::properties
