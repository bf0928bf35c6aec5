// The bounds and the values of expressions, and expressions with known symbols replaced.
#include <algorithm>

#include "engine/fake/symbolic/floor_division.h"
#include "engine/fake/symbolic/shape_env.h"

namespace modecheck::engine::fake {

Expression ShapeEnv::simplified(AtomId id, SimplifiedAtoms& found) {
  if (const auto place = found.find(id); place != found.end()) return place->second;
  Expression out = Expression::of(id);
  const Atom atom = atoms_[id];
  if (const auto place = replacements_.find(id); place != replacements_.end()) {
    out = simplified(place->second, found);
  } else if (atom.kind != AtomKind::Symbol) {
    const Expression left = simplified(atom.left, found);
    const Expression right = simplified(atom.right, found);
    if (left != atom.left || right != atom.right)
      out = atom.kind == AtomKind::Maximum ? maximum(left, right) : quotient(left, right);
  }
  found.emplace(id, out);
  return out;
}

Expression ShapeEnv::simplified(const Expression& expression, SimplifiedAtoms& found) {
  Expression out = expression.constant_term();
  for (const Term& term : expression.terms()) {
    Expression product = term.coefficient;
    for (const Factor& factor : term.factors) {
      const Expression atom = simplified(factor.atom, found);
      for (std::uint32_t i = 0; i < factor.power; ++i) product = product * atom;
    }
    out = out + product;
  }
  return out;
}

// Whether the expression is made of symbols that are not replaced.
bool ShapeEnv::is_simple(const Expression& expression) const {
  for (const Term& term : expression.terms())
    for (const Factor& factor : term.factors)
      if (atoms_[factor.atom].kind != AtomKind::Symbol || replacements_.contains(factor.atom)) return false;
  return true;
}

Expression ShapeEnv::simplified(const Expression& expression) {
  if (replacements_.empty() || is_simple(expression)) return expression;
  SimplifiedAtoms found;
  return simplified(expression, found);
}

Interval ShapeEnv::bounds_of(AtomId id, BoundsOfAtoms& found) const {
  if (const auto place = found.find(id); place != found.end()) return place->second;
  const Atom& atom = atoms_[id];
  if (atom.kind == AtomKind::Symbol) return symbol(id).range;
  const Interval left = bounds_of(atom.left, found);
  const Interval right = bounds_of(atom.right, found);
  const Interval out = atom.kind == AtomKind::Maximum ? larger_of(left, right) : fake::floor_divided(left, right);
  found.emplace(id, out);
  return out;
}

Interval ShapeEnv::bounds_of(const Expression& expression, BoundsOfAtoms& found) const {
  Interval sum = Interval::of(expression.constant_term());
  for (const Term& term : expression.terms()) {
    Interval product = Interval::of(term.coefficient);
    for (const Factor& factor : term.factors) {
      const Interval atom = bounds_of(factor.atom, found);
      for (std::uint32_t i = 0; i < factor.power; ++i) product = product * atom;
    }
    sum = sum + product;
  }
  return sum;
}

// Returns the symbol if the expression is a symbol and a number, or null. Most sizes are that, or a number alone.
const Symbol* ShapeEnv::lone_symbol(const Expression& expression) const {
  const std::vector<Term>& terms = expression.terms();
  if (terms.size() != 1 || terms[0].coefficient != 1) return nullptr;
  const std::vector<Factor>& factors = terms[0].factors;
  const bool is_lone = factors.size() == 1 && factors[0].power == 1 && atoms_[factors[0].atom].kind == AtomKind::Symbol;
  return is_lone ? &symbol(factors[0].atom) : nullptr;
}

bool ShapeEnv::is_at_least_two(const Expression& size) const {
  const std::optional<std::int64_t> number = size.constant();
  if (number) return *number >= 2;
  return (any_unbacked_ ? bounds_if_sizes_are_usual(size) : bounds_of(size)).lowest >= 2;
}

// Returns the bounds if every unbacked size is at least 2.
Interval ShapeEnv::bounds_if_sizes_are_usual(const Expression& expression) const {
  BoundsOfAtoms found;
  for (const AtomId atom : atoms_.symbols_of(expression)) {
    const Symbol& one = symbol(atom);
    if (one.is_size && one.range.highest >= 2)
      found.emplace(atom, Interval{std::max<std::int64_t>(one.range.lowest, 2), one.range.highest});
  }
  return bounds_of(expression, found);
}

Interval ShapeEnv::bounds_of(const Expression& expression) const {
  if (const Symbol* const lone = lone_symbol(expression); lone != nullptr)
    return lone->range + Interval::of(expression.constant_term());
  BoundsOfAtoms found;
  return bounds_of(expression, found);
}

std::optional<std::int64_t> ShapeEnv::value_of(AtomId id, const Assignment* values, ValuesOfAtoms& found) const {
  const Atom& atom = atoms_[id];
  if (atom.kind == AtomKind::Symbol) {
    if (values == nullptr) return symbol(id).hint;
    const auto place = values->find(id);
    return place != values->end() ? std::optional(place->second) : std::nullopt;
  }
  if (const auto place = found.find(id); place != found.end()) return place->second;
  std::optional<std::int64_t> out;
  const std::optional<std::int64_t> left = value_of(atom.left, values, found);
  const std::optional<std::int64_t> right = value_of(atom.right, values, found);
  if (left && right && atom.kind == AtomKind::Maximum)
    out = std::max(*left, *right);
  else if (left && right && *right != 0 && (*left != Interval::no_lowest || *right != -1))
    out = floor_division(*left, *right);
  found.emplace(id, out);
  return out;
}

std::optional<std::int64_t> ShapeEnv::value_of(const Expression& expression, const Assignment* values,
                                               ValuesOfAtoms& found) const {
  std::int64_t sum = 0;
  for (const Term& term : expression.terms()) {
    std::int64_t product = term.coefficient;
    for (const Factor& factor : term.factors) {
      const std::optional<std::int64_t> atom = value_of(factor.atom, values, found);
      for (std::uint32_t i = 0; i < factor.power; ++i)
        if (!atom || __builtin_mul_overflow(product, *atom, &product)) return std::nullopt;
    }
    if (__builtin_add_overflow(sum, product, &sum)) return std::nullopt;
  }
  if (__builtin_add_overflow(sum, expression.constant_term(), &sum)) return std::nullopt;
  return sum;
}

std::optional<std::int64_t> ShapeEnv::value_of(const Expression& expression, const Assignment& values) const {
  ValuesOfAtoms found;
  return value_of(expression, &values, found);
}

std::optional<std::int64_t> ShapeEnv::size_hint(const Expression& expression) const {
  if (const auto number = expression.constant()) return number;
  std::int64_t sum = 0;
  if (const Symbol* const lone = lone_symbol(expression); lone != nullptr && lone->hint)
    return __builtin_add_overflow(*lone->hint, expression.constant_term(), &sum) ? std::nullopt : std::optional(sum);
  ValuesOfAtoms found;
  return value_of(expression, nullptr, found);
}

std::optional<std::int64_t> ShapeEnv::traced_value(const Expression& expression) const {
  if (!any_unbacked_ || expression.constant()) return size_hint(expression);
  Assignment values;
  for (const AtomId atom : atoms_.symbols_of(expression)) {
    const Symbol& one = symbol(atom);
    if (!one.hint && !one.stand_in) return std::nullopt;
    values.emplace(atom, one.hint ? *one.hint : *one.stand_in);
  }
  return value_of(expression, values);
}

}  // namespace modecheck::engine::fake
