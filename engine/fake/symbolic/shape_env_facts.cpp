// What a shape environment knows: answers from ranges and facts, guards, and what it learns from them.
#include <algorithm>
#include <utility>

#include "engine/core/errors/error.h"
#include "engine/fake/symbolic/data_dependent_error.h"
#include "engine/fake/symbolic/floor_division.h"
#include "engine/fake/symbolic/shape_env.h"

namespace modecheck::engine::fake {

std::optional<bool> ShapeEnv::known_at_most_zero(const Expression& expression) const {
  const Interval bounds = bounds_of(expression);
  if (bounds.highest <= 0) return true;
  if (bounds.lowest > 0) return false;
  for (const Fact& fact : facts_) {
    if (fact.kind != Fact::Kind::AtMostZero) continue;
    // The expression is at most something that is at most zero.
    if (bounds_of(expression - fact.expression).highest <= 0) return true;
    // One less than the expression is the negative of that, so it is at least zero.
    if (bounds_of(Expression(1) - expression - fact.expression).highest <= 0) return false;
  }
  return std::nullopt;
}

std::optional<bool> ShapeEnv::known_zero(const Expression& expression) const {
  if (const auto constant = expression.constant()) return *constant == 0;
  const Fact zero = Fact{Fact::Kind::Zero, expression}.normalized();
  if (zero.expression.constant()) return zero.expression.is_zero();
  for (const Fact& fact : facts_)
    if (fact.kind != Fact::Kind::AtMostZero && fact.expression == zero.expression) return fact.kind == Fact::Kind::Zero;
  if (known_at_most_zero(expression) == false || known_at_most_zero(-expression) == false) return false;
  return std::nullopt;
}

std::optional<bool> ShapeEnv::known(const Fact& fact) {
  const Expression expression = simplified(fact.expression);
  if (fact.kind == Fact::Kind::AtMostZero) return known_at_most_zero(expression);
  const std::optional<bool> zero = known_zero(expression);
  return zero ? std::optional(*zero == (fact.kind == Fact::Kind::Zero)) : std::nullopt;
}

bool ShapeEnv::decide(const Fact& fact, std::string_view where) {
  if (const std::optional<bool> answer = known(fact)) return *answer;
  const Expression expression = simplified(fact.expression);
  const std::optional<std::int64_t> value = size_hint(expression);
  if (!value)
    throw DataDependentError(std::string(where) + ": could not decide " + text({fact.kind, expression}, atoms_) +
                             ", because it depends on the data of a tensor. State what is true of it with " +
                             "ShapeEnv::check, or give the traced program a size.");
  const bool answer = fact.is_true_of(*value);
  const Fact simple{fact.kind, expression};
  const Fact holds = (answer ? simple : simple.negated()).normalized();
  guards_.push_back({holds, std::string(where)});
  learn(holds);
  return answer;
}

void ShapeEnv::check(const Fact& fact, std::string_view where) {
  const Fact simple{fact.kind, simplified(fact.expression)};
  const std::optional<bool> answer = known(simple);
  const bool is_unbacked = !answer && !size_hint(simple.expression);
  if (is_unbacked) {
    learn(simple.normalized());
    return;
  }
  if (!(answer ? *answer : decide(simple, where)))
    throw c10::ValueError(ErrorClass::Argument,
                          std::string(where) + ": the check " + text(fact, atoms_) + " is false of the sizes here.");
}

void ShapeEnv::learn(const Fact& fact) {
  if (fact.expression.constant()) return;
  if (fact.kind == Fact::Kind::Zero && replace_symbol(fact.expression)) return;
  if (fact.kind == Fact::Kind::AtMostZero) tighten_range(fact.expression);
  if (std::find(facts_.begin(), facts_.end(), fact) == facts_.end()) facts_.push_back(fact);
}

// Whether the term is a symbol alone that occurs nowhere else in the expression, so that the equation can be solved for
// it. A symbol with a hint must not be replaced by one without, because the hint would be lost.
bool ShapeEnv::may_be_replaced(const Expression& zero, const Term& term, bool only_unbacked) const {
  if (term.factors.size() != 1 || term.factors[0].power != 1) return false;
  if (term.coefficient != 1 && term.coefficient != -1) return false;
  const Symbol* const symbol = find(term.factors[0].atom);
  if (symbol == nullptr || (only_unbacked && symbol->hint)) return false;
  const Expression others = zero - Expression(term.coefficient) * Expression::of(symbol->atom);
  if (atoms_.contains(others, symbol->atom)) return false;
  return !symbol->hint || size_hint(others).has_value();
}

// Solves the equation `zero` == 0 for a symbol, and replaces that symbol from now on. An unbacked symbol is preferred,
// and then the youngest. Returns false if the equation cannot be solved for any.
bool ShapeEnv::replace_symbol(const Expression& zero) {
  std::optional<Term> chosen;
  for (const bool only_unbacked : {true, false}) {
    for (const Term& term : zero.terms())
      if (may_be_replaced(zero, term, only_unbacked) && (!chosen || term.factors[0].atom > chosen->factors[0].atom))
        chosen = term;
    if (chosen) break;
  }
  if (!chosen) return false;
  const AtomId atom = chosen->factors[0].atom;
  const Expression others = zero - Expression(chosen->coefficient) * Expression::of(atom);
  const Expression value = chosen->coefficient == 1 ? -others : others;
  const Interval range = find(atom)->range;
  replacements_[atom] = value;
  // What was known of the symbol is now known of the expression.
  const std::vector<Fact> before = std::exchange(facts_, {});
  for (const Fact& fact : before) learn(Fact{fact.kind, simplified(fact.expression)}.normalized());
  if (range.lowest != Interval::no_lowest) learn(Fact::at_most(range.lowest, simplified(value)).normalized());
  if (range.highest != Interval::no_highest) learn(Fact::at_most(simplified(value), range.highest).normalized());
  return true;
}

// If the expression is a multiple of one symbol and a number, narrows the range of the symbol.
void ShapeEnv::tighten_range(const Expression& at_most_zero) {
  const std::int64_t constant = at_most_zero.constant_term();
  const Expression rest = at_most_zero - constant;
  if (rest.terms().size() != 1) return;
  const Term term = rest.terms()[0];
  if (term.factors.size() != 1 || term.factors[0].power != 1) return;
  const auto symbol =
      std::find_if(symbols_.begin(), symbols_.end(), [&](const Symbol& s) { return s.atom == term.factors[0].atom; });
  if (symbol == symbols_.end()) return;
  // coefficient * symbol <= -constant
  if (term.coefficient > 0)
    symbol->range.highest = std::min(symbol->range.highest, floor_division(-constant, term.coefficient));
  else
    symbol->range.lowest = std::max(symbol->range.lowest, -floor_division(-constant, -term.coefficient));
}

}  // namespace modecheck::engine::fake
