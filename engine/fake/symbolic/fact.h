// A statement about symbolic sizes that is true or false. Sizes are integers, so "less than" is "at most" one less.
#pragma once

#include <cstdint>
#include <string>

#include "engine/fake/symbolic/atoms.h"
#include "engine/fake/symbolic/expression.h"

namespace modecheck::engine::fake {

struct Fact {
  enum class Kind : std::uint8_t { Zero, NonZero, AtMostZero };

  Kind kind = Kind::Zero;
  Expression expression;

  static Fact equal(const Expression& a, const Expression& b) { return {Kind::Zero, a - b}; }
  static Fact unequal(const Expression& a, const Expression& b) { return {Kind::NonZero, a - b}; }
  static Fact at_most(const Expression& a, const Expression& b) { return {Kind::AtMostZero, a - b}; }
  static Fact less(const Expression& a, const Expression& b) { return {Kind::AtMostZero, a - b + 1}; }

  // Returns the statement that is true exactly if this one is false.
  Fact negated() const;
  // Returns the same statement with the smallest coefficients, so that statements that say the same are often equal. A
  // statement that no integers make true, such as 2*s0 == 1, becomes 1 == 0.
  Fact normalized() const;
  // Returns whether the statement is true of the value of its expression.
  bool is_true_of(std::int64_t value) const;

  friend bool operator==(const Fact& a, const Fact& b) { return a.kind == b.kind && a.expression == b.expression; }
  friend bool operator!=(const Fact& a, const Fact& b) { return !(a == b); }
  friend bool operator<(const Fact& a, const Fact& b) {
    return a.kind != b.kind ? a.kind < b.kind : a.expression < b.expression;
  }
};

// Returns the statement as Python writes it, with positive terms on both sides, such as "s0 == 2*s1 + 1".
std::string text(const Fact& fact, const Atoms& atoms);

}  // namespace modecheck::engine::fake
