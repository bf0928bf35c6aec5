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

std::int64_t checked_difference(std::int64_t a, std::int64_t b) {
  std::int64_t difference = 0;
  if (__builtin_sub_overflow(a, b, &difference)) reject_overflow();
  return checked(difference);
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

// Adds a term to terms in their order.
void add(std::vector<Term>& terms, Term term) {
  const auto place = std::find_if(terms.begin(), terms.end(),
                                  [&](const Term& other) { return !comes_before(other.factors, term.factors); });
  if (place == terms.end() || place->factors != term.factors) {
    if (term.coefficient != 0) terms.insert(place, std::move(term));
    return;
  }
  place->coefficient = checked_sum(place->coefficient, term.coefficient);
  if (place->coefficient == 0) terms.erase(place);
}

// Returns the term of the highest power, which may be the number.
Term leading_term(const Expression& expression) {
  return expression.terms().empty() ? Term{{}, expression.constant_term()} : expression.terms().front();
}

}  // namespace

Expression::Expression(std::int64_t constant) : constant_(checked(constant)) {}

Expression::Expression(std::vector<Term> terms, std::int64_t constant)
    : terms_(terms.empty() ? nullptr : std::make_shared<const std::vector<Term>>(std::move(terms))),
      constant_(constant) {}

Expression Expression::of(AtomId atom) { return of(Term{{{atom, 1}}, 1}); }

Expression Expression::of(Term term) {
  if (term.factors.empty() || term.coefficient == 0) return term.coefficient;
  std::vector<Term> terms;
  terms.push_back(std::move(term));
  return {std::move(terms), 0};
}

const std::vector<Term>& Expression::terms() const {
  static const std::vector<Term> none;
  return terms_ == nullptr ? none : *terms_;
}

Expression Expression::times(std::int64_t number) const {
  if (number == 0) return 0;
  if (number == 1) return *this;
  std::vector<Term> terms = this->terms();
  for (Term& term : terms) term.coefficient = checked_product(term.coefficient, number);
  return {std::move(terms), checked_product(constant_, number)};
}

std::size_t Expression::hash() const {
  auto out = static_cast<std::size_t>(constant_);
  const auto add = [&](std::uint64_t part) { out = (out ^ (out >> 29) ^ part) * 0x9E3779B97F4A7C15U; };
  for (const Term& term : terms()) {
    add(static_cast<std::uint64_t>(term.coefficient));
    for (const Factor& factor : term.factors) add(std::uint64_t{factor.atom} << 8 | factor.power);
  }
  return out;
}

Expression Expression::operator-() const { return times(-1); }

Expression operator+(const Expression& a, const Expression& b) {
  const std::int64_t constant = checked_sum(a.constant_, b.constant_);
  if (b.terms_ == nullptr) return {a, constant};
  if (a.terms_ == nullptr) return {b, constant};
  std::vector<Term> terms = a.terms();
  for (const Term& term : b.terms()) add(terms, term);
  return {std::move(terms), constant};
}

Expression operator-(const Expression& a, const Expression& b) {
  const std::int64_t constant = checked_difference(a.constant_, b.constant_);
  if (b.terms_ == nullptr) return {a, constant};
  if (a.has_terms_of(b)) return constant;
  std::vector<Term> terms = a.terms();
  for (const Term& term : b.terms()) add(terms, {term.factors, -term.coefficient});
  return {std::move(terms), constant};
}

Expression operator*(const Expression& a, const Expression& b) {
  if (b.terms_ == nullptr) return a.times(b.constant_);
  if (a.terms_ == nullptr) return b.times(a.constant_);
  std::vector<Term> terms;
  for (const Term& of_a : a.terms())
    for (const Term& of_b : b.terms())
      add(terms, {product_of(of_a.factors, of_b.factors), checked_product(of_a.coefficient, of_b.coefficient)});
  const auto add_multiple = [&](const Expression& of, std::int64_t number) {
    if (number == 0) return;
    for (const Term& term : of.terms()) add(terms, {term.factors, checked_product(term.coefficient, number)});
  };
  add_multiple(a, b.constant_);
  add_multiple(b, a.constant_);
  return {std::move(terms), checked_product(a.constant_, b.constant_)};
}

Division divided(const Expression& dividend, const Expression& divisor) {
  Division out;
  Expression left = dividend;
  const Term leading = leading_term(divisor);
  while (!left.is_zero()) {
    const Term first = leading_term(left);
    std::optional<std::vector<Factor>> factors = quotient_of(first.factors, leading.factors);
    const std::int64_t times = factors ? floor_division(first.coefficient, leading.coefficient) : 0;
    if (times != 0) {
      const Expression part = Expression::of(Term{std::move(*factors), times});
      out.quotient = out.quotient + part;
      left = left - part * divisor;
    }
    // What the division has left of the first term is a part of the remainder.
    if (const Term rest = leading_term(left); !left.is_zero() && rest.factors == first.factors) {
      out.remainder = out.remainder + Expression::of(rest);
      left = left - Expression::of(rest);
    }
  }
  return out;
}

}  // namespace modecheck::engine::fake
