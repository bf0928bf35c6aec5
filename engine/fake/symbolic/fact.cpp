#include "engine/fake/symbolic/fact.h"

#include <numeric>

#include "engine/fake/symbolic/division.h"
#include "engine/fake/symbolic/floor_division.h"

namespace modecheck::engine::fake {
namespace {

// Returns the greatest common divisor of the coefficients of all terms that have atoms, or 0 if there are none.
std::int64_t common_divisor(const Expression& expression) {
  std::int64_t divisor = 0;
  for (const Term& term : expression.terms())
    if (!term.factors.empty()) divisor = std::gcd(divisor, term.coefficient);
  return divisor;
}

}  // namespace

Fact Fact::negated() const {
  switch (kind) {
    case Kind::Zero:
      return {Kind::NonZero, expression};
    case Kind::NonZero:
      return {Kind::Zero, expression};
    case Kind::AtMostZero:
      break;
  }
  return {Kind::AtMostZero, Expression(1) - expression};
}

Fact Fact::normalized() const {
  const std::int64_t divisor = common_divisor(expression);
  if (divisor == 0) return *this;
  const std::int64_t constant = expression.constant_term();
  if (kind != Kind::AtMostZero && constant % divisor != 0) return {kind, 1};
  // An integer is at most -constant / divisor exactly if it is at most that number rounded down.
  const Expression rest = expression - constant;
  Expression out = divisor == 1 ? expression : divided(rest, divisor).quotient - floor_division(-constant, divisor);
  return {kind, kind != Kind::AtMostZero && out.terms().front().coefficient < 0 ? -out : out};
}

bool Fact::is_true_of(std::int64_t value) const {
  return kind == Kind::AtMostZero ? value <= 0 : (value == 0) == (kind == Kind::Zero);
}

std::string text(const Fact& fact, const Atoms& atoms) {
  Expression left;
  Expression right;
  const auto add = [&](const Expression& one, bool positive) {
    if (positive)
      left = left + one;
    else
      right = right - one;
  };
  for (const Term& term : fact.expression.terms()) add(Expression::of(term), term.coefficient > 0);
  add(fact.expression.constant_term(), fact.expression.constant_term() > 0);
  const char* const relation = fact.kind == Fact::Kind::Zero      ? " == "
                               : fact.kind == Fact::Kind::NonZero ? " != "
                                                                  : " <= ";
  return atoms.text(left) + relation + atoms.text(right);
}

}  // namespace modecheck::engine::fake
