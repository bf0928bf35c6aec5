// A size that depends on symbols: a polynomial with integer coefficients, in a normal form. Two expressions with the
// same terms are equal, so most questions about sizes need no search.
//
// Why there is no library here: GiNaC is under the GPL. SymEngine has neither floor division of integers nor bounds of
// symbols, and it allocates a number of arbitrary precision for every coefficient.
//
// The atoms of the polynomial are symbols, floor divisions and maxima. `Atoms` knows what each of them is. A remainder
// is x - y * (x // y) and a minimum is x + y - max(x, y), so they need no atoms.
//
// Copies share the terms, and a number that is added to them is kept beside them. So most questions about sizes, such
// as whether one is 0 or 1 or equals another one, need no memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/fake/symbolic/term.h"

namespace modecheck::engine::fake {

class Expression {
 public:
  Expression() = default;             // zero
  Expression(std::int64_t constant);  // NOLINT: a number is an expression, as in PyTorch
  static Expression of(AtomId atom);
  static Expression of(Term term);

  // The terms that have atoms. Those with the highest total power come first. No coefficient is zero.
  const std::vector<Term>& terms() const;
  // The number that is added to the terms.
  std::int64_t constant_term() const { return constant_; }
  bool is_zero() const { return terms_ == nullptr && constant_ == 0; }
  // Returns the number that the expression is, or nothing if it has atoms.
  std::optional<std::int64_t> constant() const { return terms_ == nullptr ? std::optional(constant_) : std::nullopt; }
  // Returns whether the difference of the two is a number.
  bool has_terms_of(const Expression& other) const {
    return terms_ == other.terms_ || (terms_ != nullptr && other.terms_ != nullptr && *terms_ == *other.terms_);
  }

  Expression operator-() const;
  // Raises c10::ValueError if a coefficient does not fit std::int64_t or is its smallest number, or a power exceeds 64.
  friend Expression operator+(const Expression& a, const Expression& b);
  friend Expression operator-(const Expression& a, const Expression& b);
  friend Expression operator*(const Expression& a, const Expression& b);
  // Equal expressions have the same hash.
  std::size_t hash() const;
  friend bool operator==(const Expression& a, const Expression& b) {
    return a.constant_ == b.constant_ && a.has_terms_of(b);
  }
  friend bool operator!=(const Expression& a, const Expression& b) { return !(a == b); }
  friend bool operator<(const Expression& a, const Expression& b) {
    return a.has_terms_of(b) ? a.constant_ < b.constant_ : a.terms() < b.terms();
  }

 private:
  Expression(std::vector<Term> terms, std::int64_t constant);
  // Returns the terms of `other` with another number.
  Expression(const Expression& other, std::int64_t constant) : terms_(other.terms_), constant_(constant) {}
  Expression times(std::int64_t number) const;

  std::shared_ptr<const std::vector<Term>> terms_;  // null if there are none
  std::int64_t constant_ = 0;
};

}  // namespace modecheck::engine::fake
