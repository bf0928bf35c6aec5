#include "properties/known/condition.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "properties/known/pattern_words.h"

namespace modecheck::properties {
namespace {

using nlohmann::json;
using Comparison = Condition::Comparison;
using Is = Condition::Is;
using Kind = Term::Kind;

constexpr std::array<std::pair<std::string_view, Is>, 6> kSigns{{{"== ", Is::Equal},
                                                                 {"!= ", Is::Unequal},
                                                                 {"<= ", Is::AtMost},
                                                                 {">= ", Is::AtLeast},
                                                                 {"< ", Is::Less},
                                                                 {"> ", Is::More}}};

constexpr std::array<std::pair<std::string_view, bool (*)(spec::DType)>, 4> kKindsOfDtypes{
    {{"floating", spec::is_floating},
     {"complex", spec::is_complex},
     {"integer", spec::is_integer},
     {"differentiable", spec::is_differentiable}}};

// the keys of a condition, in the order of Condition::Of
constexpr std::array<const char*, 3> kScopes{"earlier", "no earlier", "this"};

bool is_scope(const std::string& key) { return std::find(kScopes.begin(), kScopes.end(), key) != kScopes.end(); }

bool compares(Is is, const Term::Value& a, const Term::Value& b) {
  switch (is) {
    case Is::Equal:
      return a == b;
    case Is::Unequal:
      return a != b;
    case Is::Less:
      return a < b;
    case Is::AtMost:
      return a <= b;
    case Is::More:
      return a > b;
    default:
      return a >= b;
  }
}

std::optional<double> number_in(std::string_view text) {
  double out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return out;
}

bool is_word_of(const Term& term, std::string_view word) {
  return std::find(term.words.begin(), term.words.end(), word) != term.words.end();
}

// A condition gives a value as a word. Returns the values that the word means: the word itself, or all dtypes of a kind
// such as "floating". The views stay valid for the life of the process.
std::vector<std::string_view> words_meant(const Term& term, std::string_view word) {
  for (const std::string_view one : term.words)
    if (one == word) return {one};
  std::vector<std::string_view> out;
  // `term` does not ask for a dtype, so `word` cannot mean a kind of dtypes such as "floating"
  if (!is_word_of(term, name_of(spec::DType::Bool))) return out;
  const bool negated = word.starts_with("not ");
  for (const auto& [name, has] : kKindsOfDtypes)
    for (int i = 0; i < spec::kDTypes && name == word.substr(negated ? 4 : 0); ++i)
      if (const auto dtype = static_cast<spec::DType>(i); has(dtype) != negated) out.push_back(name_of(dtype));
  return out;
}

[[noreturn]] void refuse(const json& value, const Term& term) {
  std::string possible;
  if (term.kind == Kind::Truth) possible = "true or false";
  if (term.kind == Kind::Tensor)
    possible = term.names.empty() ? "asked for a property, like \"result.rank\""
                                  : "\"given\" or \"absent\"; a property can be asked for, like \"self.rank\"";
  if (term.counts()) possible = "a number, or a comparison like \"< 1\"";
  if (term.kind == Kind::Word) possible = fmt::format("one of: {}", fmt::join(term.words, ", "));
  if (is_word_of(term, name_of(spec::DType::Bool)))
    for (const auto& [name, has] : kKindsOfDtypes) possible += fmt::format(", {0}, not {0}", name);
  throw std::invalid_argument(fmt::format("it is {}; it must be {}", value.dump(), possible));
}

Comparison comparison_with(std::string_view text, Is is, const Term& term, const OperationSet& operations) {
  if (const auto number = number_in(text); number && term.counts()) return {is, *number};
  for (const std::string_view word : term.words)
    if (word == text) return {is, word};
  double plus = 0;
  if (const std::size_t at = text.find_last_of(' '); term.counts() && at != std::string_view::npos && at > 2)
    if (const auto number = number_in(text.substr(at + 1)); number && (text[at - 1] == '+' || text[at - 1] == '-')) {
      plus = text[at - 1] == '+' ? *number : -*number;
      text = text.substr(0, at - 2);
    }
  const Term other = term_of(text, operations);
  if ((other.kind != term.kind && !(term.kind == Kind::Numbers && other.kind == Kind::Number)) ||
      (term.kind == Kind::Word && other.words != term.words))
    throw std::invalid_argument(fmt::format("\"{}\" is of another kind, and cannot be compared with it", text));
  if (other.kind == Kind::Numbers && ((is != Is::Equal && is != Is::Unequal) || plus != 0))
    throw std::invalid_argument(fmt::format("\"{}\" is a list, which is only equal or not", text));
  return {is, 0.0, other, plus};
}

void read_value(const json& from, const OperationSet& operations, Condition::Demand& out) {
  const Term& term = out.term;
  const auto text = from.is_string() ? from.get<std::string>() : "";
  if ((from.is_boolean() && term.kind == Kind::Truth) || (from.is_number() && term.counts())) {
    out.comparisons.push_back({Is::Equal, from.is_boolean() ? 1.0 * from.get<bool>() : from.get<double>()});
  } else if ((text == "given" || text == "absent") && !term.names.empty() && term.property == nullptr) {
    out.comparisons.push_back({text == "given" ? Is::Given : Is::Absent});
  } else if (const auto sign = std::find_if(kSigns.begin(), kSigns.end(),
                                            [&](const auto& one) { return text.starts_with(one.first); });
             sign != kSigns.end() && term.kind != Kind::Tensor) {
    if (!term.counts() && sign->second != Is::Equal && sign->second != Is::Unequal) refuse(from, term);
    out.comparisons.push_back(
        comparison_with(std::string_view(text).substr(sign->first.size()), sign->second, term, operations));
  } else {
    const std::vector<std::string_view> words = words_meant(term, text);
    if (words.empty() || term.kind != Kind::Word) refuse(from, term);
    for (const std::string_view word : words) out.comparisons.push_back({Is::Equal, word});
  }
}

Condition::Demand demand_of(const std::string& key, const json& value, const OperationSet& operations) {
  try {
    Condition::Demand out;
    out.term = term_of(key, operations);
    for (const json& one : value.is_array() ? value : json::array({value})) read_value(one, operations, out);
    if (out.comparisons.empty()) throw std::invalid_argument("it must be a value or a list of values");
    return out;
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(fmt::format("\"{}\": {}", key, error.what()));
  }
}

}  // namespace

bool Condition::Comparison::holds(const MismatchContext& command, const Term::Value& asked) const {
  if (is == Is::Given || is == Is::Absent) return is == Is::Given;
  std::vector<Term::Value> others{value};
  if (other) others = other->values(command);
  return std::any_of(others.begin(), others.end(), [&](Term::Value one) {
    if (auto* const number = std::get_if<double>(&one)) *number += plus;
    const auto* const list = std::get_if<std::vector<double>>(&asked);
    if (list == nullptr || one.index() == asked.index()) return compares(is, asked, one);
    return std::any_of(list->begin(), list->end(), [&](double element) { return compares(is, element, one); });
  });
}

bool Condition::Demand::holds(const MismatchContext& command) const {
  const std::vector<Term::Value> values = term.values(command);
  if (values.empty())
    return term.every || std::any_of(comparisons.begin(), comparisons.end(),
                                     [](const Comparison& one) { return one.is == Is::Absent; });
  const auto is_met = [&](const Term::Value& value) {
    return std::any_of(comparisons.begin(), comparisons.end(),
                       [&](const Comparison& one) { return one.holds(command, value); });
  };
  return term.every ? std::all_of(values.begin(), values.end(), is_met)
                    : std::any_of(values.begin(), values.end(), is_met);
}

bool Condition::is_met_by(const MismatchContext& command) const {
  return (!after || command.came_before(*after)) && all_hold(predicates, {}, command) &&
         std::all_of(demands.begin(), demands.end(), [&](const Demand& demand) { return demand.holds(command); });
}

bool Condition::holds(const MismatchContext& context) const {
  if (of == Of::This) return is_met_by(context);
  for (int step = 0; step < context.step(); ++step)
    if (const MismatchContext earlier = context.at(step);
        operations.test(earlier.record().operation) && is_met_by(earlier))
      return of == Of::Earlier;
  return of == Of::NoEarlier;
}

bool all_hold(const std::vector<const Predicate*>& predicates, const std::vector<Condition>& conditions,
              const MismatchContext& context) {
  return std::all_of(predicates.begin(), predicates.end(), [&](const Predicate* one) { return one->holds(context); }) &&
         std::all_of(conditions.begin(), conditions.end(), [&](const Condition& one) { return one.holds(context); });
}

Condition condition_of(const json& from, const OperationSet& operations) {
  if (!from.is_object()) throw std::invalid_argument("it must be an object");
  Condition out;
  out.text = from.dump();
  out.operations = operations;
  int scopes = 0;
  for (std::size_t i = 0; i < kScopes.size(); ++i)
    if (from.contains(kScopes[i])) {
      ++scopes;
      out.of = static_cast<Condition::Of>(i);
      if (out.of != Condition::Of::This) out.operations = operations_in(from, kScopes[i]);
    }
  if (scopes != 1 || (out.of == Condition::Of::This && from.at("this") != true))
    throw std::invalid_argument(
        fmt::format("{} must have one of the keys \"earlier\", \"no earlier\" (a list) and \"this\" (true)", out.text));
  if (from.contains("after")) out.after = operations_in(from, "after");
  out.predicates = predicates_in(from);
  for (const auto& [key, value] : from.items())
    if (!is_scope(key) && key != "after" && key != "predicates")
      out.demands.push_back(demand_of(key, value, out.operations));
  if (out.of == Condition::Of::This && !out.after && out.predicates.empty() && out.demands.empty())
    throw std::invalid_argument(fmt::format("{} demands nothing of the command", out.text));
  return out;
}

}  // namespace modecheck::properties
