#include "properties/known/pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "properties/known/pattern_words.h"

namespace modecheck::properties {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using spec::ErrorClass;
using spec::OutcomeKind;
using Words = std::vector<std::string>;

constexpr std::uint64_t bit_of(Field field) { return std::uint64_t{1} << static_cast<int>(field); }
static_assert(kFields <= 64, "sets of fields are 64-bit masks");

OutcomePattern outcomes_in(const json& from, const char* key) {
  OutcomePattern out;
  for (const std::string& word : words_in(from, key, true)) {
    const ErrorClass error = spec::error_class_named(word);
    if (word == "ok")
      out.ok = true;
    else if (word == "crash")
      out.crash = true;
    else if (word == "timeout")
      out.timeout = true;
    else if (word == "error")
      out.errors = ~spec::ErrorSet{0};
    else if (error != ErrorClass::Unmapped || word == spec::name_of(ErrorClass::Unmapped))
      out.errors |= spec::set_of(error);
    else
      throw std::invalid_argument(fmt::format("\"{}\": there is no outcome \"{}\"", key, word));
  }
  return out;
}

std::uint64_t fields_in(const json& from) {
  std::uint64_t out = 0;
  for (const std::string& word : words_in(from, "fields", true)) {
    std::uint64_t found = 0;
    for (int i = 0; i < kFields; ++i)
      if (const auto field = static_cast<Field>(i); name_of(field) == word) found = bit_of(field);
    if (found == 0) throw std::invalid_argument(fmt::format("there is no field \"{}\"", word));
    out |= found;
  }
  return out;
}

std::vector<Counterfactual> counterfactuals_in(const json& from) {
  std::vector<Counterfactual> out;
  const auto at = from.find("counterfactuals");
  if (at == from.end()) return out;
  if (!at->is_array() || at->empty()) throw std::invalid_argument("\"counterfactuals\" must be a list");
  for (const json& one : *at) {
    try {
      out.push_back(counterfactual_of(one));
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(fmt::format("\"counterfactuals\": {}", error.what()));
    }
  }
  return out;
}

std::string word_of(const spec::Outcome& outcome) {
  switch (outcome.kind) {
    case OutcomeKind::Error:
      return std::string(spec::name_of(outcome.error));
    case OutcomeKind::Crash:
      return "crash";
    case OutcomeKind::Timeout:
      return "timeout";
    default:
      return "ok";
  }
}

}  // namespace

bool OutcomePattern::expects(const spec::Outcome& outcome) const {
  return matches(outcome.kind, outcome.reasons | spec::set_of(outcome.error));
}

bool OutcomePattern::observes(const spec::Outcome& outcome) const {
  return matches(outcome.kind, spec::set_of(outcome.error));
}

bool OutcomePattern::matches(OutcomeKind kind, spec::ErrorSet raised) const {
  switch (kind) {
    case OutcomeKind::Ok:
      return ok;
    case OutcomeKind::Crash:
      return crash;
    case OutcomeKind::Timeout:
      return timeout;
    case OutcomeKind::Error:
      return (errors & raised) != 0;
    default:
      return false;
  }
}

DifferenceSet Pattern::explains(const MismatchContext& context) const {
  const Mismatch& mismatch = context.mismatch();
  if (!operations.test(context.record().operation)) return {};
  if (!expected.expects(mismatch.expected) || !observed.observes(mismatch.observed)) return {};
  if (!is_said(mismatch.message)) return {};
  if (!all_hold(predicates, conditions, context)) return {};
  DifferenceSet out;
  for (std::size_t i = 0; i < mismatch.differences.size() && i < out.size(); ++i) {
    const Difference& one = mismatch.differences[i];
    if ((fields & bit_of(one.field)) == 0) continue;
    if (one.reg < 0 || where->holds(context, one)) out.set(i);
  }
  return out;
}

bool Pattern::is_said(const std::string& text) const {
  const bool at_the_beginning = message.starts_with('^');
  const std::size_t found = text.find(message.substr(at_the_beginning ? 1 : 0));
  return found != std::string::npos && (!at_the_beginning || found == 0);
}

bool Pattern::tells_the_cause_of(const MismatchContext& context) const {
  return (!message.empty() || !predicates.empty() || !conditions.empty()) && is_said(context.mismatch().message) &&
         all_hold(predicates, conditions, context);
}

std::optional<std::vector<std::string>> Pattern::unmet(const MismatchContext& context) const {
  const Mismatch& mismatch = context.mismatch();
  if (!expected.expects(mismatch.expected) || !observed.observes(mismatch.observed)) return std::nullopt;
  Words out;
  if (!operations.test(context.record().operation)) out.emplace_back("the operation");
  if (!is_said(mismatch.message)) out.emplace_back("the message");
  for (const Predicate* predicate : predicates)
    if (!predicate->holds(context)) out.push_back(fmt::format("a condition ({})", predicate->name));
  for (const Condition& condition : conditions)
    if (!condition.holds(context)) out.push_back(fmt::format("a condition ({})", condition.text));
  bool other_field = false;
  bool elsewhere = false;
  for (const Difference& one : mismatch.differences) {
    const bool named = (fields & bit_of(one.field)) != 0;
    other_field = other_field || !named;
    elsewhere = elsewhere || (named && one.reg >= 0 && !where->holds(context, one));
  }
  if (other_field) out.emplace_back("what differs");
  if (elsewhere) out.emplace_back("where it differs");
  return out;
}

Pattern pattern_of(const json& from) {
  if (!from.is_object()) throw std::invalid_argument("it must be an object");
  require_keys(from, {"operations", "expected", "observed", "fields", "where", "predicates", "conditions", "message",
                      "counterfactuals"});
  Pattern out;
  out.operations = operations_in(from);
  out.operations |= composites_of(out.operations);
  out.expected = outcomes_in(from, "expected");
  out.observed = outcomes_in(from, "observed");
  out.fields = fields_in(from);
  out.predicates = predicates_in(from);
  out.conditions = conditions_in(from, out.operations);
  const std::string where = from.value("where", "anywhere");
  out.where = location_named(where);
  if (out.where == nullptr)
    throw std::invalid_argument(
        fmt::format("there is no location \"{}\"; there are: {}", where, fmt::join(location_names(), ", ")));
  if (from.contains("message")) out.message = text_in(from, "message");
  out.counterfactuals = counterfactuals_in(from);
  return out;
}

ordered_json pattern_json(const Mismatch& mismatch, std::string_view operation) {
  ordered_json out;
  out["operations"] = {std::string(operation)};
  out["expected"] = {word_of(mismatch.expected)};
  out["observed"] = {word_of(mismatch.observed)};
  Words fields;
  for (const Difference& one : mismatch.differences)
    if (const std::string name(name_of(one.field)); std::find(fields.begin(), fields.end(), name) == fields.end())
      fields.push_back(name);
  out["fields"] = fields;
  return out;
}

}  // namespace modecheck::properties
