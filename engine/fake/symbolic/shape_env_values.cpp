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
  Expression out;
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

Expression ShapeEnv::simplified(const Expression& expression) {
  if (replacements_.empty()) return expression;
  SimplifiedAtoms found;
  return simplified(expression, found);
}

Interval ShapeEnv::bounds_of(AtomId id, BoundsOfAtoms& found) const {
  if (const auto place = found.find(id); place != found.end()) return place->second;
  const Atom& atom = atoms_[id];
  Interval out;
  switch (atom.kind) {
    case AtomKind::FloorDivision:
      out = fake::floor_divided(bounds_of(atom.left, found), bounds_of(atom.right, found));
      break;
    case AtomKind::Maximum:
      out = larger_of(bounds_of(atom.left, found), bounds_of(atom.right, found));
      break;
    case AtomKind::Symbol:
      out = symbol(id).range;
      break;
  }
  found.emplace(id, out);
  return out;
}

Interval ShapeEnv::bounds_of(const Expression& expression, BoundsOfAtoms& found) const {
  Interval sum = Interval::of(0);
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

Interval ShapeEnv::bounds_of(const Expression& expression) const {
  BoundsOfAtoms found;
  return bounds_of(expression, found);
}

std::optional<std::int64_t> ShapeEnv::value_of(AtomId id, ValuesOfAtoms& found) const {
  if (const auto place = found.find(id); place != found.end()) return place->second;
  const Atom& atom = atoms_[id];
  std::optional<std::int64_t> out;
  if (atom.kind != AtomKind::Symbol) {
    const std::optional<std::int64_t> left = value_of(atom.left, found);
    const std::optional<std::int64_t> right = value_of(atom.right, found);
    if (left && right && atom.kind == AtomKind::Maximum)
      out = std::max(*left, *right);
    else if (left && right && *right != 0 && (*left != Interval::no_lowest || *right != -1))
      out = floor_division(*left, *right);
  }
  found.emplace(id, out);
  return out;
}

std::optional<std::int64_t> ShapeEnv::value_of(const Expression& expression, ValuesOfAtoms& found) const {
  std::int64_t sum = 0;
  for (const Term& term : expression.terms()) {
    std::int64_t product = term.coefficient;
    for (const Factor& factor : term.factors) {
      const std::optional<std::int64_t> atom = value_of(factor.atom, found);
      for (std::uint32_t i = 0; i < factor.power; ++i)
        if (!atom || __builtin_mul_overflow(product, *atom, &product)) return std::nullopt;
    }
    if (__builtin_add_overflow(sum, product, &sum)) return std::nullopt;
  }
  return sum;
}

std::optional<std::int64_t> ShapeEnv::value_of(const Expression& expression, const Assignment& values) const {
  ValuesOfAtoms found(values.begin(), values.end());
  return value_of(expression, found);
}

std::optional<std::int64_t> ShapeEnv::size_hint(const Expression& expression) const {
  return value_of(expression, hints_);
}

}  // namespace modecheck::engine::fake
