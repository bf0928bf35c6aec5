// A size that depends on symbols: a polynomial with integer coefficients, in a normal form. Two expressions with the
// same terms are equal, so most questions about sizes need no search.
//
// Why there is no library here: GiNaC is under the GPL. SymEngine has neither floor division of integers nor bounds of
// symbols, and it allocates a number of arbitrary precision for every coefficient.
//
// The atoms of the polynomial are symbols, floor divisions and maxima. `Atoms` knows what each of them is. A remainder
// is x - y * (x // y) and a minimum is x + y - max(x, y), so they need no atoms.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/fake/symbolic/term.h"

namespace modecheck::engine::fake {

class Expression {
 public:
  Expression() = default;             // zero
  Expression(std::int64_t constant);  // NOLINT: a number is an expression, as in PyTorch
  static Expression of(AtomId atom);

  // The terms with the highest total power come first, and the constant term last. No coefficient is zero.
  const std::vector<Term>& terms() const { return terms_; }
  bool is_zero() const { return terms_.empty(); }
  // Returns the number that the expression is, or nothing if it has atoms.
  std::optional<std::int64_t> constant() const;
  std::int64_t constant_term() const;

  Expression operator-() const;
  // Raises c10::ValueError if a coefficient does not fit std::int64_t or is its smallest number, or a power exceeds 64.
  friend Expression operator+(const Expression& a, const Expression& b);
  friend Expression operator-(const Expression& a, const Expression& b);
  friend Expression operator*(const Expression& a, const Expression& b);
  friend bool operator==(const Expression& a, const Expression& b) { return a.terms_ == b.terms_; }
  friend bool operator!=(const Expression& a, const Expression& b) { return !(a == b); }
  friend bool operator<(const Expression& a, const Expression& b) { return a.terms_ < b.terms_; }

 private:
  void add(const Term& term);

  std::vector<Term> terms_;
};

}  // namespace modecheck::engine::fake
