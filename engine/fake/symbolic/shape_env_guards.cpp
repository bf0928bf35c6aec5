// What a trace says of its inputs: for which other inputs it is valid, and which constraints it violates.
#include <algorithm>
#include <set>

#include "engine/core/errors/error.h"
#include "engine/fake/symbolic/shape_env.h"

namespace modecheck::engine::fake {

bool ShapeEnv::evaluate_guards(const Assignment& values) const {
  for (const Symbol& symbol : symbols_) {
    const auto place = values.find(symbol.atom);
    const std::int64_t lowest = settings_.specialize_zero_one ? 2 : 0;
    if (place != values.end() && symbol.hint && place->second < lowest) return false;
  }
  return std::all_of(guards_.begin(), guards_.end(), [&](const Guard& guard) {
    const std::optional<std::int64_t> value = value_of(guard.fact.expression, values);
    return value && guard.fact.is_true_of(*value);
  });
}

bool ShapeEnv::admits(const Inputs& inputs) const {
  Assignment values;
  for (const Binding& binding : bindings_) {
    const auto number = inputs.find(binding.source);
    if (number == inputs.end())
      throw c10::ValueError(ErrorClass::Argument, "admits: the trace depends on " + binding.source +
                                                      ", which has no number here. Give one for each source.");
    for (const Symbol& symbol : symbols_)
      if (binding.expression == Expression::of(symbol.atom)) values.try_emplace(symbol.atom, number->second);
  }
  const bool all_bound = std::all_of(bindings_.begin(), bindings_.end(), [&](const Binding& binding) {
    return value_of(binding.expression, values) == inputs.find(binding.source)->second;
  });
  return all_bound && evaluate_guards(values);
}

std::vector<std::string> ShapeEnv::produce_guards() const {
  std::vector<std::string> out;
  for (const Binding& binding : bindings_) out.push_back(binding.source + " == " + atoms_.text(binding.expression));
  for (const Symbol& symbol : symbols_)
    if (symbol.hint && settings_.specialize_zero_one) out.push_back("2 <= " + atoms_[symbol.atom].name);
  for (const Guard& guard : guards_) out.push_back(guard.where + ": " + text(guard.fact, atoms_));
  return out;
}

// Whether the guard is true of all sizes within the range. Ranges of more than 10,000 sizes are judged by bounds alone,
// so that the answer may be false of a guard that is true.
bool ShapeEnv::holds_within(const Fact& fact, AtomId symbol, Interval range) const {
  constexpr std::int64_t most_sizes = 10000;
  if (atoms_.symbols_of(fact.expression).size() > 1) return false;
  BoundsOfAtoms found = {{symbol, range}};
  const Interval bounds = bounds_of(fact.expression, found);
  if (fact.kind == Fact::Kind::AtMostZero && bounds.highest <= 0) return true;
  if (fact.kind == Fact::Kind::NonZero && (bounds.lowest > 0 || bounds.highest < 0)) return true;
  if (range.highest - range.lowest >= most_sizes) return false;
  for (std::int64_t size = range.lowest; size <= range.highest; ++size) {
    const std::optional<std::int64_t> value = value_of(fact.expression, {{symbol, size}});
    if (!value || !fact.is_true_of(*value)) return false;
  }
  return true;
}

std::vector<std::string> ShapeEnv::violations_of(const Constrained& one) {
  const std::string must = one.source + " must ";
  if (const auto number = simplified(Expression::of(one.symbol)).constant())
    return {must + "stay symbolic, but the trace holds for " + std::to_string(*number) + " only."};
  if (!one.constraint.range) return {};
  std::vector<std::string> out;
  if (symbol(one.symbol).sources.size() > 1)
    out.push_back(must + "be free, but the trace takes other sizes to be equal to it. Give it the policy DYNAMIC.");
  const Interval range = one.constraint.range->intersection({settings_.specialize_zero_one ? 2 : 0});
  const std::string end = range.highest == Interval::no_highest ? "any size" : std::to_string(range.highest);
  for (const Guard& guard : guards_)
    if (atoms_.symbols_of(guard.fact.expression).contains(one.symbol) && !holds_within(guard.fact, one.symbol, range))
      out.push_back(must + "be free from " + std::to_string(range.lowest) + " to " + end + ", but " + guard.where +
                    " demands " + text(guard.fact, atoms_) + ".");
  return out;
}

std::vector<std::string> ShapeEnv::constraint_violations() {
  std::vector<std::string> out = violations_;
  for (const Constrained& one : constraints_) {
    const std::vector<std::string> more = violations_of(one);
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

}  // namespace modecheck::engine::fake
