#include "engine/fake/symbolic/expression.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/core/errors/error.h"
#include "engine/fake/symbolic/division.h"
#include "engine/fake/symbolic/floor_division.h"

namespace modecheck::engine::fake {
namespace {

[[noreturn]] void reject_overflow() {
  throw c10::ValueError(ErrorClass::Overflow,
                        "A symbolic size has a coefficient or a power that does not fit 64 bits. Use smaller sizes.");
}

// The smallest number is left out, so that every coefficient can be negated.
std::int64_t checked(std::int64_t coefficient) {
  if (coefficient == std::numeric_limits<std::int64_t>::min()) reject_overflow();
  return coefficient;
}

std::int64_t checked_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) reject_overflow();
  return checked(sum);
}

std::int64_t checked_product(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) reject_overflow();
  return checked(product);
}

std::uint64_t total_power(const std::vector<Factor>& factors) {
  std::uint64_t total = 0;
  for (const Factor& factor : factors) total += factor.power;
  return total;
}

// Whether a term with the factors `a` comes before one with the factors `b`. Multiplying both by the same factors does
// not change the order, so a division ends.
bool comes_before(const std::vector<Factor>& a, const std::vector<Factor>& b) {
  const std::uint64_t of_a = total_power(a);
  const std::uint64_t of_b = total_power(b);
  if (of_a != of_b) return of_a > of_b;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (a[i].atom != b[i].atom) return a[i].atom < b[i].atom;
    if (a[i].power != b[i].power) return a[i].power > b[i].power;
  }
  return false;
}

// A higher power of a size of 2 or more does not fit 64 bits.
constexpr std::uint32_t highest_power = 64;

std::vector<Factor> product_of(const std::vector<Factor>& a, const std::vector<Factor>& b) {
  std::vector<Factor> out;
  out.reserve(a.size() + b.size());
  auto i = a.begin();
  auto j = b.begin();
  while (i != a.end() || j != b.end()) {
    if (j == b.end() || (i != a.end() && i->atom < j->atom)) {
      out.push_back(*i++);
    } else if (i == a.end() || j->atom < i->atom) {
      out.push_back(*j++);
    } else {
      if (i->power + j->power > highest_power) reject_overflow();
      out.push_back({i->atom, i->power + j->power});
      ++i;
      ++j;
    }
  }
  return out;
}

// Returns a / b if b's factors are all among a's.
std::optional<std::vector<Factor>> quotient_of(const std::vector<Factor>& a, const std::vector<Factor>& b) {
  std::vector<Factor> out;
  auto j = b.begin();
  for (const Factor& factor : a) {
    if (j == b.end() || j->atom != factor.atom) {
      out.push_back(factor);
      continue;
    }
    if (j->power > factor.power) return std::nullopt;
    if (j->power < factor.power) out.push_back({factor.atom, factor.power - j->power});
    ++j;
  }
  if (j != b.end()) return std::nullopt;
  return out;
}

}  // namespace

Expression::Expression(std::int64_t constant) {
  if (constant != 0) terms_.push_back({{}, checked(constant)});
}

Expression Expression::of(AtomId atom) {
  Expression out;
  out.terms_.push_back({{{atom, 1}}, 1});
  return out;
}

std::optional<std::int64_t> Expression::constant() const {
  if (terms_.empty()) return 0;
  if (terms_.size() == 1 && terms_[0].factors.empty()) return terms_[0].coefficient;
  return std::nullopt;
}

std::int64_t Expression::constant_term() const {
  return !terms_.empty() && terms_.back().factors.empty() ? terms_.back().coefficient : 0;
}

void Expression::add(const Term& term) {
  const auto place = std::find_if(terms_.begin(), terms_.end(),
                                  [&](const Term& other) { return !comes_before(other.factors, term.factors); });
  if (place == terms_.end() || place->factors != term.factors) {
    if (term.coefficient != 0) terms_.insert(place, term);
    return;
  }
  place->coefficient = checked_sum(place->coefficient, term.coefficient);
  if (place->coefficient == 0) terms_.erase(place);
}

Expression Expression::operator-() const { return Expression(-1) * *this; }

Expression operator+(const Expression& a, const Expression& b) {
  Expression out = a;
  for (const Term& term : b.terms_) out.add(term);
  return out;
}

Expression operator-(const Expression& a, const Expression& b) { return a + -b; }

Expression operator*(const Expression& a, const Expression& b) {
  Expression out;
  for (const Term& of_a : a.terms_)
    for (const Term& of_b : b.terms_)
      out.add({product_of(of_a.factors, of_b.factors), checked_product(of_a.coefficient, of_b.coefficient)});
  return out;
}

Division divided(const Expression& dividend, const Expression& divisor) {
  Division out;
  Expression left = dividend;
  const Term leading = divisor.terms().front();
  while (!left.is_zero()) {
    const Term first = left.terms().front();
    const std::optional<std::vector<Factor>> factors = quotient_of(first.factors, leading.factors);
    const std::int64_t times = factors ? floor_division(first.coefficient, leading.coefficient) : 0;
    const auto single = [](std::vector<Factor> powers, std::int64_t coefficient) {
      Expression product = coefficient;
      for (const Factor& factor : powers)
        for (std::uint32_t i = 0; i < factor.power; ++i) product = product * Expression::of(factor.atom);
      return product;
    };
    if (times != 0) {
      const Expression part = single(*factors, times);
      out.quotient = out.quotient + part;
      left = left - part * divisor;
    }
    // What the division has left of the first term is a part of the remainder.
    if (!left.is_zero() && left.terms().front().factors == first.factors) {
      const Expression rest = single(first.factors, left.terms().front().coefficient);
      out.remainder = out.remainder + rest;
      left = left - rest;
    }
  }
  return out;
}

}  // namespace modecheck::engine::fake
