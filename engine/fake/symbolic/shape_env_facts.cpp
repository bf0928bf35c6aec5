// What a shape environment knows: answers from ranges and facts, guards, and what it learns from them.
#include <algorithm>
#include <utility>

#include "engine/core/errors/data_dependent_error.h"
#include "engine/core/errors/error.h"
#include "engine/fake/symbolic/floor_division.h"
#include "engine/fake/symbolic/shape_env.h"

namespace modecheck::engine::fake {

// Writes each factor as its lowest value and a number that is not negative. If all coefficients have the same sign
// then, so has the expression: s0 + 1 - 6*s0*s1 is negative for sizes of at least 2. Bounds see each term alone, so
// they say nothing of such a product.
std::optional<bool> ShapeEnv::at_most_zero_by_coefficients(const Expression& expression) const {
  const auto is_product = [](const Term& term) { return term.factors.size() > 1 || term.factors[0].power > 1; };
  const std::vector<Term>& terms = expression.terms();
  if (std::none_of(terms.begin(), terms.end(), is_product)) return std::nullopt;
  BoundsOfAtoms found;
  Expression sum = expression.constant_term();
  try {
    for (const Term& term : terms) {
      Expression product = term.coefficient;
      for (const Factor& factor : term.factors) {
        constexpr std::uint32_t highest_power = 4;  // longer sums would take long, and nobody asks for them
        const std::int64_t lowest = bounds_of(factor.atom, found).lowest;
        if (lowest == Interval::no_lowest || factor.power > highest_power) return std::nullopt;
        for (std::uint32_t i = 0; i < factor.power; ++i) product = product * (Expression::of(factor.atom) + lowest);
      }
      sum = sum + product;
    }
  } catch (const c10::ValueError&) {  // a coefficient does not fit 64 bits
    return std::nullopt;
  }
  const auto is_positive = [](const Term& term) { return term.coefficient > 0; };
  if (sum.constant_term() <= 0 && std::none_of(sum.terms().begin(), sum.terms().end(), is_positive)) return true;
  if (sum.constant_term() > 0 && std::all_of(sum.terms().begin(), sum.terms().end(), is_positive)) return false;
  return std::nullopt;
}

std::optional<bool> ShapeEnv::known_at_most_zero(const Expression& expression) const {
  const Interval bounds = bounds_of(expression);
  if (bounds.highest <= 0) return true;
  if (bounds.lowest > 0) return false;
  if (const std::optional<bool> answer = at_most_zero_by_coefficients(expression)) return answer;
  const bool assumptions_count = has_unbacked(expression);
  // A fact has no common factor, so the question must not have one either.
  const Expression simple =
      facts_.empty() ? expression : Fact{Fact::Kind::AtMostZero, expression}.normalized().expression;
  for (const Known& known : facts_) {
    if (known.fact.kind != Fact::Kind::AtMostZero || (known.assumed && !assumptions_count)) continue;
    try {
      // expression <= fact, and the fact is at most zero.
      if (bounds_of(simple - known.fact.expression).highest <= 0) return true;
      // 1 - expression <= fact, and the fact is at most zero, so the expression is at least 1.
      if (bounds_of(Expression(1) - simple - known.fact.expression).highest <= 0) return false;
    } catch (const c10::ValueError&) {  // a coefficient of the difference does not fit, so this fact says nothing
    }
  }
  return std::nullopt;
}

std::optional<bool> ShapeEnv::known_zero(const Expression& expression) const {
  if (const auto constant = expression.constant()) return *constant == 0;
  const Interval bounds = bounds_of(expression);
  if (bounds.lowest > 0 || bounds.highest < 0) return false;
  if (bounds == Interval::of(0)) return true;
  const Fact zero = Fact{Fact::Kind::Zero, expression}.normalized();
  if (zero.expression.constant()) return zero.expression.is_zero();
  const bool assumptions_count = has_unbacked(expression);
  for (const Known& known : facts_)
    if (known.fact.kind != Fact::Kind::AtMostZero && known.fact.expression == zero.expression &&
        (!known.assumed || assumptions_count))
      return known.fact.kind == Fact::Kind::Zero;
  if (known_at_most_zero(expression) == false || known_at_most_zero(-expression) == false) return false;
  return std::nullopt;
}

std::optional<bool> ShapeEnv::known(const Fact& fact) {
  if (replacements_.empty()) return known_of(fact.kind, fact.expression);
  return known_of(fact.kind, simplified(fact.expression));
}

std::optional<bool> ShapeEnv::known_of(Fact::Kind kind, const Expression& simplified) const {
  if (kind == Fact::Kind::AtMostZero) return known_at_most_zero(simplified);
  const std::optional<bool> zero = known_zero(simplified);
  return zero ? std::optional(*zero == (kind == Fact::Kind::Zero)) : std::nullopt;
}

bool ShapeEnv::decide(const Fact& fact, std::string_view where) {
  if (const std::optional<bool> answer = known(fact)) return *answer;
  const Fact simple{fact.kind, simplified(fact.expression)};
  if (has_unbacked(simple.expression)) {
    // Whether an unbacked size is 0 or 1 is answered by no. Nothing else is: 2 <= u0 has to be known.
    const Interval bounds = bounds_if_sizes_are_usual(simple.expression);
    if (fact.kind == Fact::Kind::AtMostZero && bounds.lowest > 0) return false;
    if (fact.kind != Fact::Kind::AtMostZero && (bounds.lowest > 0 || bounds.highest < 0))
      return fact.kind == Fact::Kind::NonZero;
  }
  if (has_unbacked(simple.expression))
    throw DataDependentError(std::string(where) + ": could not decide " + text(simple, atoms_) +
                             ", because it depends on the data of a tensor. State what is true of it with " +
                             "ShapeEnv::check, or give the traced program a size.");
  const std::optional<std::int64_t> value = size_hint(simple.expression);
  if (!value)
    throw c10::ValueError(ErrorClass::Overflow, std::string(where) + ": could not decide " + text(simple, atoms_) +
                                                    ", because a number does not fit 64 bits. Use smaller sizes.");
  const bool answer = fact.is_true_of(*value);
  const Fact holds = (answer ? simple : simple.negated()).normalized();
  guards_.push_back({holds, std::string(where)});
  learn({holds, false, std::string(where)});
  return answer;
}

void ShapeEnv::check(const Fact& fact, std::string_view where) {
  const Fact simple{fact.kind, simplified(fact.expression)};
  std::optional<bool> answer = known(simple);
  if (!answer && has_unbacked(simple.expression)) return believe(simple, where);
  if (!answer) answer = decide(simple, where);
  if (!*answer)
    throw c10::ValueError(ErrorClass::Argument,
                          std::string(where) + ": the check " + text(fact, atoms_) + " is false of the sizes here.");
}

// Takes the fact for true. Forgets it if it contradicts what is known.
void ShapeEnv::believe(const Fact& fact, std::string_view where) {
  const auto symbols = symbols_;
  const auto replacements = replacements_;
  const auto facts = facts_;
  const auto guards = guards_;
  try {
    learn({fact.normalized(), true, std::string(where)});
  } catch (...) {
    symbols_ = symbols;
    replacements_ = replacements;
    facts_ = facts;
    guards_ = guards;
    throw;
  }
  assertions_.push_back({fact.normalized(), std::string(where)});
}

void ShapeEnv::learn(const Known& known) {
  const Fact& fact = known.fact;
  Known kept = known;
  if (known.assumed && !has_unbacked(fact.expression)) {
    // What was assumed now says something of the inputs alone. It must be true of them, and it is a guard if it is new.
    if (this->known(fact) == true) return;
    const std::optional<std::int64_t> value = size_hint(fact.expression);
    if (!value || !fact.is_true_of(*value))
      throw c10::ValueError(ErrorClass::Argument, known.where +
                                                      ": the check contradicts the sizes here, because then " +
                                                      text(fact, atoms_) + " would have to hold.");
    kept.assumed = false;
    if (!fact.expression.constant()) guards_.push_back({fact, known.where});
  }
  if (fact.expression.constant()) return;
  if (fact.kind == Fact::Kind::Zero && replace_symbol(kept)) return;
  if (fact.kind == Fact::Kind::AtMostZero) tighten_range(fact.expression);
  if (std::none_of(facts_.begin(), facts_.end(), [&](const Known& one) { return one.fact == fact; }))
    facts_.push_back(kept);
}

// Whether the term is a symbol alone that occurs nowhere else in the expression, so that the equation can be solved for
// it. A symbol with a hint must not be replaced by one without, because the hint would be lost.
bool ShapeEnv::may_be_replaced(const Expression& zero, const Term& term, bool only_unbacked) const {
  if (term.factors.size() != 1 || term.factors[0].power != 1) return false;
  if (term.coefficient != 1 && term.coefficient != -1) return false;
  const AtomId atom = term.factors[0].atom;
  if (atoms_[atom].kind != AtomKind::Symbol || (only_unbacked && symbol(atom).hint)) return false;
  const Expression others = zero - Expression(term.coefficient) * Expression::of(atom);
  return !atoms_.symbols_of(others).contains(atom) && (!symbol(atom).hint || !has_unbacked(others));
}

// Solves the equation for a symbol, and replaces that symbol from now on. An unbacked symbol is preferred, and then the
// youngest. Returns false if the equation cannot be solved for any.
bool ShapeEnv::replace_symbol(const Known& zero) {
  const Expression& expression = zero.fact.expression;
  std::optional<Term> chosen;
  for (const bool only_unbacked : {true, false}) {
    for (const Term& term : expression.terms())
      if (may_be_replaced(expression, term, only_unbacked) &&
          (!chosen || term.factors[0].atom > chosen->factors[0].atom))
        chosen = term;
    if (chosen) break;
  }
  if (!chosen) return false;
  const AtomId atom = chosen->factors[0].atom;
  const Expression others = expression - Expression(chosen->coefficient) * Expression::of(atom);
  const Expression value = chosen->coefficient == 1 ? -others : others;
  const Interval range = symbol(atom).range;
  const bool assumed = !symbol(atom).hint.has_value();
  const auto symbols = symbols_;
  const auto replacements = replacements_;
  const std::size_t guards = guards_.size();
  replacements_[atom] = value;
  // What was known of the symbol is now known of the expression.
  const std::vector<Known> before = std::exchange(facts_, {});
  const auto relearn = [&] {
    if (range.lowest != Interval::no_lowest)
      learn({Fact::at_most(range.lowest, value).normalized(), assumed, zero.where});
    if (range.highest != Interval::no_highest)
      learn({Fact::at_most(simplified(value), range.highest).normalized(), assumed, zero.where});
    for (const Known& known : before)
      learn({Fact{known.fact.kind, simplified(known.fact.expression)}.normalized(), known.assumed, known.where});
  };
  try {
    relearn();
  } catch (const c10::ValueError& error) {
    symbols_ = symbols;
    replacements_ = replacements;
    facts_ = before;
    guards_.resize(guards);
    if (error.error_class() != ErrorClass::Overflow) throw;
    return false;  // a coefficient does not fit 64 bits, so the equation stays a fact
  }
  return true;
}

// If the expression is a multiple of one symbol and a number, narrows the range of the symbol.
void ShapeEnv::tighten_range(const Expression& at_most_zero) {
  const std::int64_t constant = at_most_zero.constant_term();
  if (at_most_zero.terms().size() != 1) return;
  const Term term = at_most_zero.terms()[0];
  if (term.factors.size() != 1 || term.factors[0].power != 1) return;
  const AtomId atom = term.factors[0].atom;
  if (atoms_[atom].kind != AtomKind::Symbol) return;
  Interval& range = symbol(atom).range;
  // coefficient * symbol <= -constant
  if (term.coefficient > 0)
    range.highest = std::min(range.highest, floor_division(-constant, term.coefficient));
  else
    range.lowest = std::max(range.lowest, -floor_division(-constant, -term.coefficient));
}

}  // namespace modecheck::engine::fake
