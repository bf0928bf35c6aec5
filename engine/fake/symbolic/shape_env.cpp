#include "engine/fake/symbolic/shape_env.h"

#include <algorithm>
#include <atomic>
#include <set>
#include <utility>

#include "engine/core/errors/error.h"
#include "engine/fake/symbolic/division.h"
#include "engine/fake/symbolic/floor_division.h"

namespace modecheck::engine::fake {
namespace {

template <typename T>
void add_once(std::vector<T>& all, T one) {
  if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(std::move(one));
}

}  // namespace

void check_constraint(const std::optional<SizeConstraint>& constraint, const std::string& source) {
  if (!constraint || !constraint->range || constraint->range->lowest <= constraint->range->highest) return;
  throw c10::ValueError(ErrorClass::Argument, "The constraint of " + source + " has the range from " +
                                                  std::to_string(constraint->range->lowest) + " to " +
                                                  std::to_string(constraint->range->highest) +
                                                  ", which has no sizes. Give the smaller end first.");
}

ShapeEnv::ShapeEnv(Settings settings) : settings_(settings) {
  static std::atomic<std::uint64_t> environments = 0;
  number_ = ++environments;
}

const Symbol& ShapeEnv::symbol(AtomId atom) const { return symbols_[places_[atom]]; }
Symbol& ShapeEnv::symbol(AtomId atom) { return symbols_[places_[atom]]; }

Expression ShapeEnv::make(const std::string& name, Symbol symbol) {
  const AtomId atom = atoms_.add_symbol(name);
  symbol.atom = atom;
  any_unbacked_ = any_unbacked_ || !symbol.hint;
  places_.resize(atom + std::size_t{1});
  places_[atom] = symbols_.size();
  symbols_.push_back(std::move(symbol));
  return Expression::of(atom);
}

bool ShapeEnv::has_unbacked(const Expression& expression) const {
  if (!any_unbacked_) return false;
  const std::set<AtomId> atoms = atoms_.symbols_of(expression);
  return std::any_of(atoms.begin(), atoms.end(), [&](AtomId atom) { return !symbol(atom).hint; });
}

Expression ShapeEnv::create_symbol(std::int64_t hint, const std::string& source, DimDynamic dynamic,
                                   const std::optional<SizeConstraint>& constraint) {
  if (hint < 0)
    throw c10::ValueError(ErrorClass::Argument, "create_symbol: " + source + " is " + std::to_string(hint) +
                                                    ", but a size cannot be negative. Give the size of the tensor.");
  check_constraint(constraint, source);
  if (dynamic == DimDynamic::STATIC || (settings_.specialize_zero_one && hint < 2)) {
    if (constraint)
      add_once(violations_, source + " must stay symbolic, but it is the number " + std::to_string(hint) +
                                (dynamic == DimDynamic::STATIC ? ", because its policy is STATIC."
                                                               : ", because sizes 0 and 1 are numbers."));
    bind(source, hint);
    return hint;
  }
  const bool shared = dynamic == DimDynamic::DUCK && settings_.duck_shape;
  const auto duck = shared ? ducks_.find(hint) : ducks_.end();
  const std::int64_t lowest = settings_.specialize_zero_one ? 2 : 0;
  const Expression out = duck != ducks_.end()
                             ? duck->second
                             : make("s" + std::to_string(symbols_.size()),
                                    {0, hint, std::nullopt, false, {lowest, Interval::no_highest}, {}});
  if (shared) ducks_.emplace(hint, out);
  const AtomId atom = out.terms()[0].factors[0].atom;
  add_once(symbol(atom).sources, source);
  if (constraint) add_once(constraints_, {source, atom, *constraint});
  bind(source, out);
  return out;
}

void ShapeEnv::bind(const std::string& source, const Expression& expression) {
  add_once(bindings_, {source, expression});
}

Expression ShapeEnv::create_unbacked_symint(const std::string& source, Interval range,
                                            std::optional<std::int64_t> stand_in) {
  return make("u" + std::to_string(symbols_.size()), {0, std::nullopt, stand_in, false, range, {source}});
}

Expression ShapeEnv::create_unbacked_size(const std::string& source, std::int64_t stand_in) {
  return make("u" + std::to_string(symbols_.size()),
              {0, std::nullopt, stand_in, true, {0, Interval::no_highest}, {source}});
}

Expression ShapeEnv::floor_divided(const Expression& dividend, const Expression& divisor, std::string_view where) {
  if (!decide({Fact::Kind::NonZero, divisor}, where))
    throw c10::ValueError(ErrorClass::Argument, std::string(where) + ": " + atoms_.text(dividend) + " is divided by " +
                                                    atoms_.text(divisor) + ", which is zero. Give another divisor.");
  return quotient(simplified(dividend), simplified(divisor));
}

// Divides two simplified expressions. The divisor is known not to be zero.
Expression ShapeEnv::quotient(const Expression& dividend, const Expression& divisor) {
  if (divisor.constant() && dividend.constant()) return floor_division(*dividend.constant(), *divisor.constant());
  const Division division = divided(dividend, divisor);
  if (division.remainder.is_zero()) return division.quotient;
  // The rest adds nothing if it is at least zero and less than the divisor.
  if (known(Fact::at_most(0, division.remainder)) == true && known(Fact::less(division.remainder, divisor)) == true)
    return division.quotient;
  return division.quotient + Expression::of(atoms_.floor_division(division.remainder, divisor));
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

}  // namespace modecheck::engine::fake
