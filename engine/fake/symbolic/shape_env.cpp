#include "engine/fake/symbolic/shape_env.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "engine/core/errors/error.h"
#include "engine/fake/symbolic/data_dependent_error.h"
#include "engine/fake/symbolic/floor_division.h"

namespace modecheck::engine::fake {

ShapeEnv::ShapeEnv(Settings settings) : settings_(settings) {
  static std::atomic<std::uint64_t> environments = 0;
  number_ = ++environments;
}

const Symbol* ShapeEnv::find(AtomId atom) const {
  const auto place = std::find_if(symbols_.begin(), symbols_.end(), [&](const Symbol& s) { return s.atom == atom; });
  return place == symbols_.end() ? nullptr : &*place;
}

Expression ShapeEnv::make(const std::string& name, Symbol symbol) {
  symbol.atom = atoms_.add_symbol(name);
  if (symbol.hint) hints_[symbol.atom] = *symbol.hint;
  const AtomId atom = symbol.atom;
  symbols_.push_back(std::move(symbol));
  return Expression::of(atom);
}

Expression ShapeEnv::create_symbol(std::int64_t hint, const std::string& source, DimDynamic dynamic,
                                   const std::optional<SizeConstraint>& constraint) {
  if (hint < 0)
    throw c10::ValueError(ErrorClass::Argument, "create_symbol: " + source + " is " + std::to_string(hint) +
                                                    ", but a size cannot be negative. Give the size of the tensor.");
  if (dynamic == DimDynamic::STATIC || (settings_.specialize_zero_one && hint < 2)) {
    if (constraint)
      violations_.push_back(
          source + " must stay symbolic, but it is the number " + std::to_string(hint) +
          (dynamic == DimDynamic::STATIC ? ", because its policy is STATIC." : ", because sizes 0 and 1 are numbers."));
    bind(source, hint);
    return hint;
  }
  const bool shared = dynamic == DimDynamic::DUCK && settings_.duck_shape;
  if (const auto duck = ducks_.find(hint); shared && duck != ducks_.end()) {
    const AtomId atom = duck->second.terms()[0].factors[0].atom;
    Symbol& symbol = *std::find_if(symbols_.begin(), symbols_.end(), [&](const Symbol& s) { return s.atom == atom; });
    symbol.sources.push_back(source);
    if (!symbol.constraint) symbol.constraint = constraint;
    bind(source, duck->second);
    return duck->second;
  }
  const std::int64_t lowest = settings_.specialize_zero_one ? 2 : 0;
  const Expression out =
      make("s" + std::to_string(symbols_.size()), {0, hint, {lowest, Interval::no_highest}, {source}, constraint});
  if (shared) ducks_[hint] = out;
  bind(source, out);
  return out;
}

void ShapeEnv::bind(const std::string& source, const Expression& expression) {
  bindings_.push_back({source, expression});
}

Expression ShapeEnv::create_unbacked_symint(const std::string& source, Interval range) {
  return make("u" + std::to_string(symbols_.size()), {0, std::nullopt, range, {source}, std::nullopt});
}

Expression ShapeEnv::floor_divided(const Expression& dividend, const Expression& divisor, std::string_view where) {
  const Expression by = simplified(divisor);
  if (!decide({Fact::Kind::NonZero, by}, where))
    throw c10::ValueError(ErrorClass::Argument, std::string(where) + ": " + atoms_.text(dividend) + " is divided by " +
                                                    atoms_.text(divisor) + ", which is zero. Give another divisor.");
  const Expression of = simplified(dividend);
  if (by.constant() && of.constant()) return floor_division(*of.constant(), *by.constant());
  const Division division = divided(of, by);
  if (division.remainder.is_zero()) return division.quotient;
  // The rest adds nothing if it is at least zero and less than the divisor.
  if (known(Fact::at_most(0, division.remainder)) == true && known(Fact::less(division.remainder, by)) == true)
    return division.quotient;
  return division.quotient + Expression::of(atoms_.floor_division(division.remainder, by));
}

Expression ShapeEnv::remainder(const Expression& dividend, const Expression& divisor, std::string_view where) {
  return simplified(dividend) - simplified(divisor) * floor_divided(dividend, divisor, where);
}

Expression ShapeEnv::maximum(const Expression& a, const Expression& b) {
  const Expression one = simplified(a);
  const Expression other = simplified(b);
  if (known(Fact::at_most(one, other)) == true) return other;
  if (known(Fact::at_most(other, one)) == true) return one;
  return Expression::of(atoms_.maximum(one, other));
}

Expression ShapeEnv::minimum(const Expression& a, const Expression& b) {
  return simplified(a) + simplified(b) - maximum(a, b);
}

Expression ShapeEnv::rebuilt(AtomId id) {
  if (const auto place = replacements_.find(id); place != replacements_.end()) return simplified(place->second);
  const Atom atom = atoms_[id];
  if (atom.kind == AtomKind::Symbol) return Expression::of(id);
  const Expression left = simplified(atom.left);
  const Expression right = simplified(atom.right);
  if (left == atom.left && right == atom.right) return Expression::of(id);
  return atom.kind == AtomKind::Maximum ? maximum(left, right) : floor_divided(left, right, "simplification");
}

Expression ShapeEnv::simplified(const Expression& expression) {
  if (replacements_.empty()) return expression;
  Expression out;
  for (const Term& term : expression.terms()) {
    Expression product = term.coefficient;
    for (const Factor& factor : term.factors) {
      const Expression atom = rebuilt(factor.atom);
      for (std::uint32_t i = 0; i < factor.power; ++i) product = product * atom;
    }
    out = out + product;
  }
  return out;
}

Interval ShapeEnv::bounds_of(AtomId id) const {
  const Atom& atom = atoms_[id];
  switch (atom.kind) {
    case AtomKind::FloorDivision:
      return fake::floor_divided(bounds_of(atom.left), bounds_of(atom.right));
    case AtomKind::Maximum:
      return larger_of(bounds_of(atom.left), bounds_of(atom.right));
    case AtomKind::Symbol:
      break;
  }
  return find(id)->range;
}

Interval ShapeEnv::bounds_of(const Expression& expression) const {
  Interval sum = Interval::of(0);
  for (const Term& term : expression.terms()) {
    Interval product = Interval::of(term.coefficient);
    for (const Factor& factor : term.factors) {
      const Interval atom = bounds_of(factor.atom);
      for (std::uint32_t i = 0; i < factor.power; ++i) product = product * atom;
    }
    sum = sum + product;
  }
  return sum;
}

std::optional<std::int64_t> ShapeEnv::value_of(AtomId id, const Assignment& values) const {
  const Atom& atom = atoms_[id];
  if (atom.kind == AtomKind::Symbol) {
    const auto place = values.find(id);
    return place == values.end() ? std::nullopt : std::optional(place->second);
  }
  const std::optional<std::int64_t> left = value_of(atom.left, values);
  const std::optional<std::int64_t> right = value_of(atom.right, values);
  if (!left || !right) return std::nullopt;
  if (atom.kind == AtomKind::Maximum) return std::max(*left, *right);
  return *right == 0 ? std::nullopt : std::optional(floor_division(*left, *right));
}

std::optional<std::int64_t> ShapeEnv::value_of(const Expression& expression, const Assignment& values) const {
  std::int64_t sum = 0;
  for (const Term& term : expression.terms()) {
    std::int64_t product = term.coefficient;
    for (const Factor& factor : term.factors) {
      const std::optional<std::int64_t> atom = value_of(factor.atom, values);
      for (std::uint32_t i = 0; i < factor.power; ++i)
        if (!atom || __builtin_mul_overflow(product, *atom, &product)) return std::nullopt;
    }
    if (__builtin_add_overflow(sum, product, &sum)) return std::nullopt;
  }
  return sum;
}

std::optional<std::int64_t> ShapeEnv::size_hint(const Expression& expression) const {
  return value_of(expression, hints_);
}

}  // namespace modecheck::engine::fake
