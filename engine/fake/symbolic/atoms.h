// The table of the atoms of expressions: what each symbol, floor division and maximum is. One shape environment has one
// table. The same division or maximum always gets the same atom.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "engine/fake/symbolic/expression.h"

namespace modecheck::engine::fake {

enum class AtomKind : std::uint8_t { Symbol, FloorDivision, Maximum };

struct Atom {
  AtomKind kind = AtomKind::Symbol;
  std::string name;  // of a symbol, such as "s0"
  Expression left;   // what is divided, or one of the two that the maximum is taken of
  Expression right;  // the divisor, or the other one
};

class Atoms {
 public:
  AtomId add_symbol(std::string name);
  AtomId floor_division(const Expression& dividend, const Expression& divisor);
  AtomId maximum(const Expression& a, const Expression& b);

  const Atom& operator[](AtomId id) const { return atoms_[id]; }
  // Returns all symbols of the expression, also those within its divisions and maxima.
  std::set<AtomId> symbols_of(const Expression& expression) const;
  // Returns the expression as Python writes it, such as "2*s0*s1 + (s2 // 2) - 3".
  std::string text(const Expression& expression) const;

 private:
  using Key = std::tuple<AtomKind, Expression, Expression>;

  void collect(const Expression& expression, std::set<AtomId>& seen) const;
  AtomId intern(AtomKind kind, const Expression& left, const Expression& right);
  std::string text_of(AtomId id) const;
  std::string text_of(const Term& term) const;

  std::vector<Atom> atoms_;
  std::map<Key, AtomId> found_;
};

}  // namespace modecheck::engine::fake
