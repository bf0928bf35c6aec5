// ShapeEnv holds the symbols of a trace, what is known of them, and the guards. Names are PyTorch's where it has one.
//
//   ShapeEnv env;
//   const Expression rows = env.create_symbol(5, "x.size()[0]", DimDynamic::DYNAMIC);   // s0, hint 5
//   env.decide(Fact::at_most(rows * 2, 12), "cat");   // true, and the guard s0 <= 6 is recorded
//
// A question is first answered from what is known: normal forms, ranges and earlier guards. If that does not decide it,
// the hints do, and a guard is recorded. A question about an unbacked symbol has no hint: it raises DataDependentError.
//
// The environment keeps no cache from sources to symbols. A caller that needs the same symbol for the same source twice
// keeps it (PyTorch's pull request 113926 says why). An environment must be used by one thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/fake/symbolic/atoms.h"
#include "engine/fake/symbolic/dim_dynamic.h"
#include "engine/fake/symbolic/expression.h"
#include "engine/fake/symbolic/fact.h"
#include "engine/fake/symbolic/guard.h"
#include "engine/fake/symbolic/interval.h"
#include "engine/fake/symbolic/size_constraint.h"
#include "engine/fake/symbolic/symbol.h"

namespace modecheck::engine::fake {

// Raises c10::ValueError if the range of the constraint has no sizes. `source` names the constrained size.
void check_constraint(const std::optional<SizeConstraint>& constraint, const std::string& source);

class ShapeEnv {
 public:
  struct Settings {
    bool duck_shape = true;           // sizes with the same hint share a symbol, if their policy is DUCK
    bool specialize_zero_one = true;  // sizes 0 and 1 are numbers, and every other size is at least 2
    // A size that depends on data, such as the number of rows of nonzero(), is an unbacked symbol. If this is false,
    // such an operator raises DataDependentError.
    bool allow_dynamic_output_shape_ops = true;
  };
  // The value of each symbol, by its atom.
  using Assignment = std::map<AtomId, std::int64_t>;

  // The number of each source, such as "x.size()[0]".
  using Inputs = std::map<std::string, std::int64_t>;

  ShapeEnv() : ShapeEnv(Settings()) {}
  explicit ShapeEnv(Settings settings);
  ShapeEnv(const ShapeEnv&) = delete;
  ShapeEnv& operator=(const ShapeEnv&) = delete;

  const Settings& settings() const { return settings_; }
  // A number that no other environment of the process has.
  std::uint64_t number() const { return number_; }

  // Returns a symbol for the size `hint`, which is not negative, or the number itself (policy STATIC, or 0 and 1).
  // Binds the source to the result. Raises c10::ValueError for a constraint without sizes.
  Expression create_symbol(std::int64_t hint, const std::string& source, DimDynamic dynamic,
                           const std::optional<SizeConstraint>& constraint = std::nullopt);
  // States that the trace takes the number of the source to be the value of the expression.
  void bind(const std::string& source, const Expression& expression);
  // Returns a symbol whose value depends on data. Kernels take `stand_in` for it while the program is traced, if it is
  // an argument of an operator.
  Expression create_unbacked_symint(const std::string& source, Interval range = {0, Interval::no_highest},
                                    std::optional<std::int64_t> stand_in = std::nullopt);

  // Returns an unbacked symbol for the size of a tensor. Kernels take `stand_in` for it while the program is traced. A
  // question whether such a size is 0 or 1 is answered by no, as PyTorch answers it (guard_size_oblivious).
  Expression create_unbacked_size(const std::string& source, std::int64_t stand_in);

  // Arithmetic that looks at what is known. A divisor that may be zero becomes a guard; zero raises c10::ValueError.
  Expression floor_divided(const Expression& dividend, const Expression& divisor, std::string_view where);
  Expression remainder(const Expression& dividend, const Expression& divisor, std::string_view where);
  Expression maximum(const Expression& a, const Expression& b);
  Expression minimum(const Expression& a, const Expression& b);

  // Returns whether no symbol is known to equal an expression, so that every expression is simplified.
  bool is_without_replacements() const { return replacements_.empty(); }
  // Returns the expression with every symbol replaced that is known to equal an expression.
  Expression simplified(const Expression& expression);
  Interval bounds_of(const Expression& expression) const;
  // Returns whether the size is at least 2, whatever the hints. Such a size needs no questions about 0 and 1.
  bool is_at_least_two(const Expression& size) const;
  // Returns the value in the traced call, or nothing if an unbacked symbol occurs or a number does not fit 64 bits.
  std::optional<std::int64_t> size_hint(const Expression& expression) const;
  // Returns the value that the kernels of the trace take: as size_hint(), but with the stand-ins of unbacked sizes.
  std::optional<std::int64_t> traced_value(const Expression& expression) const;
  // Returns whether there is any unbacked symbol.
  bool has_stand_ins() const { return any_unbacked_; }
  // Returns whether an unbacked symbol occurs.
  bool has_unbacked(const Expression& expression) const;
  // Returns the value for other values of the symbols, or nothing if one is missing or a number does not fit 64 bits.
  std::optional<std::int64_t> value_of(const Expression& expression, const Assignment& values) const;

  // Returns whether the statement is known to be true or false, whatever the hints. Checks of unbacked symbols count
  // only if one occurs in the statement.
  std::optional<bool> known(const Fact& fact);
  // Answers a question that a trace depends on, and records a guard if the hints had to decide. `where` says what asks.
  // Raises DataDependentError, which names `where`, if it depends on an unbacked symbol.
  bool decide(const Fact& fact, std::string_view where);
  // States a fact, as `torch._check` does. If no unbacked symbol occurs, this is decide(), and a false fact raises
  // c10::ValueError. Else the fact is believed, and becomes an assertion that the traced program must make when it
  // runs. A fact that contradicts what is known raises c10::ValueError, and is forgotten.
  void check(const Fact& fact, std::string_view where);

  const Atoms& atoms() const { return atoms_; }
  const std::vector<Symbol>& symbols() const { return symbols_; }
  const std::vector<Guard>& guards() const { return guards_; }
  // Returns the checks of unbacked symbols. They hold in every run that does not raise.
  const std::vector<Guard>& runtime_assertions() const { return assertions_; }
  // Returns whether all guards and ranges hold for these values of the symbols.
  bool evaluate_guards(const Assignment& values) const;
  // Returns whether the trace is valid for inputs with these numbers: every source has the value that it is bound to,
  // and all guards hold. Raises c10::ValueError if a bound source has no number.
  bool admits(const Inputs& inputs) const;
  // Returns what the trace says of its inputs, such as "x.size()[1] == s0" or "cat: s0 <= 6".
  std::vector<std::string> produce_guards() const;
  // Returns a sentence for each way in which the trace holds for fewer sizes than a constraint demands, as far as can
  // be seen: of a long range, guards that are not clearly true of all its sizes are told, too.
  std::vector<std::string> constraint_violations();

 private:
  struct Binding {
    std::string source;
    Expression expression;
    friend bool operator==(const Binding& a, const Binding& b) {
      return a.source == b.source && a.expression == b.expression;
    }
  };
  struct Constrained {
    std::string source;
    AtomId symbol;
    SizeConstraint constraint;
    friend bool operator==(const Constrained& a, const Constrained& b) {
      return a.source == b.source && a.symbol == b.symbol && a.constraint == b.constraint;
    }
  };
  // Something that is known. What check() believed of an unbacked symbol is assumed; everything else is a guard.
  struct Known {
    Fact fact;
    bool assumed;
    std::string where;
  };
  // What has been found for divisions and maxima during one question, so that a shared one is looked at once.
  // BoundsOfAtoms may also hold other bounds of symbols than those that are known.
  using BoundsOfAtoms = std::map<AtomId, Interval>;
  using ValuesOfAtoms = std::map<AtomId, std::optional<std::int64_t>>;
  using SimplifiedAtoms = std::map<AtomId, Expression>;

  const Symbol& symbol(AtomId atom) const;
  Symbol& symbol(AtomId atom);
  Expression make(const std::string& name, Symbol symbol);
  bool is_simple(const Expression& expression) const;
  Expression quotient(const Expression& dividend, const Expression& divisor);
  Interval bounds_of(const Expression& expression, BoundsOfAtoms& found) const;
  Interval bounds_of(AtomId id, BoundsOfAtoms& found) const;
  Interval bounds_if_sizes_are_usual(const Expression& expression) const;
  // Without values, the hints are the values.
  std::optional<std::int64_t> value_of(const Expression& expression, const Assignment* values,
                                       ValuesOfAtoms& found) const;
  std::optional<std::int64_t> value_of(AtomId id, const Assignment* values, ValuesOfAtoms& found) const;
  Expression simplified(const Expression& expression, SimplifiedAtoms& found);
  Expression simplified(AtomId id, SimplifiedAtoms& found);
  const Symbol* lone_symbol(const Expression& expression) const;
  std::optional<bool> known_of(Fact::Kind kind, const Expression& simplified) const;
  std::optional<bool> at_most_zero_by_coefficients(const Expression& expression) const;
  std::optional<bool> known_at_most_zero(const Expression& expression) const;
  std::optional<bool> known_zero(const Expression& expression) const;
  void learn(const Known& known);
  bool replace_symbol(const Known& zero);
  bool may_be_replaced(const Expression& zero, const Term& term, bool only_unbacked) const;
  void tighten_range(const Expression& at_most_zero);
  void believe(const Fact& fact, std::string_view where);
  bool holds_within(const Fact& fact, AtomId symbol, Interval range) const;
  std::vector<std::string> violations_of(const Constrained& one);

  Settings settings_;
  std::uint64_t number_;
  Atoms atoms_;
  std::vector<Symbol> symbols_;
  std::vector<std::size_t> places_;            // where each symbol is in `symbols_`, by its atom
  bool any_unbacked_ = false;                  // whether there is a symbol without a hint
  std::map<std::int64_t, Expression> ducks_;   // the shared symbol of each hint
  std::map<AtomId, Expression> replacements_;  // symbols that are known to equal an expression
  std::vector<Known> facts_;                   // what else is known
  std::vector<Guard> guards_;
  std::vector<Guard> assertions_;
  std::vector<Binding> bindings_;
  std::vector<Constrained> constraints_;
  std::vector<std::string> violations_;  // of constraints on sizes that became numbers at once
};

}  // namespace modecheck::engine::fake
