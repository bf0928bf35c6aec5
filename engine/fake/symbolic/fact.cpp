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
  const Expression rest = expression.constant_term();
  Expression out = divided(expression - rest, divisor).quotient;
  const std::int64_t constant = expression.constant_term();
  if (kind == Kind::AtMostZero) return {kind, out - floor_division(-constant, divisor)};
  if (constant % divisor != 0) return {kind, 1};
  out = out + constant / divisor;
  return {kind, out.terms().front().coefficient < 0 ? -out : out};
}

bool Fact::is_true_of(std::int64_t value) const {
  return kind == Kind::AtMostZero ? value <= 0 : (value == 0) == (kind == Kind::Zero);
}

std::string text(const Fact& fact, const Atoms& atoms) {
  Expression left;
  Expression right;
  for (const Term& term : fact.expression.terms()) {
    Expression one = term.coefficient;
    for (const Factor& factor : term.factors)
      for (std::uint32_t i = 0; i < factor.power; ++i) one = one * Expression::of(factor.atom);
    if (term.coefficient > 0)
      left = left + one;
    else
      right = right - one;
  }
  const char* const relation = fact.kind == Fact::Kind::Zero      ? " == "
                               : fact.kind == Fact::Kind::NonZero ? " != "
                                                                  : " <= ";
  return atoms.text(left) + relation + atoms.text(right);
}

}  // namespace modecheck::engine::fake
