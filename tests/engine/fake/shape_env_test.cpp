// Tests symbolic sizes: their normal form, what a shape environment knows, and its guards.
#include "engine/fake/symbolic/shape_env.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/errors/data_dependent_error.h"
#include "engine/core/errors/error.h"

namespace modecheck::engine::fake {
namespace {

Expression dynamic(ShapeEnv& env, std::int64_t hint) {
  return env.create_symbol(hint, "x.size()[" + std::to_string(env.symbols().size()) + "]", DimDynamic::DYNAMIC);
}

std::string text(const ShapeEnv& env, const Expression& expression) { return env.atoms().text(expression); }

std::vector<std::string> guards_of(const ShapeEnv& env) {
  std::vector<std::string> out;
  for (const Guard& guard : env.guards()) out.push_back(guard.where + ": " + fake::text(guard.fact, env.atoms()));
  return out;
}

AtomId atom_of(const Expression& symbol) { return symbol.terms()[0].factors[0].atom; }

}  // namespace

TEST(SymbolicExpression, EqualPolynomialsAreEqual) {
  ShapeEnv env;
  const Expression a = dynamic(env, 3);
  const Expression b = dynamic(env, 4);
  EXPECT_EQ((a + b) * (a - b), a * a - b * b);
  EXPECT_EQ((a + 1) * (a + 1), 1 + a * 2 + a * a);
  EXPECT_TRUE((a - a).is_zero());
  EXPECT_EQ(text(env, (a + b) * b * 2 - 3), "2*s0*s1 + 2*s1**2 - 3");
  EXPECT_EQ(text(env, b - a), "-s0 + s1");
}

TEST(SymbolicExpression, CoefficientsThatDoNotFitAreRejected) {
  ShapeEnv env;
  const Expression a = dynamic(env, 3);
  const Expression large = a * (std::int64_t{1} << 62);
  EXPECT_THROW(large * 2, c10::ValueError);
  EXPECT_THROW(large + large, c10::ValueError);
  constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
  EXPECT_THROW(a + smallest, c10::ValueError);
}

TEST(SymbolicExpression, DivisionKeepsWhatItCanDivide) {
  ShapeEnv env;
  const Expression a = dynamic(env, 6);
  const Expression b = dynamic(env, 4);
  EXPECT_EQ(env.floor_divided(a * b * 6, b * 2, "view"), a * 3);
  EXPECT_EQ(env.floor_divided(a * a - b * b, a - b, "view"), a + b);
  EXPECT_EQ(env.floor_divided(a * 4 + 3, 4, "view"), a);  // 3 is less than 4
  EXPECT_EQ(text(env, env.floor_divided(a * 5 + 7, 2, "view")), "2*s0 + ((s0 + 1) // 2) + 3");
  EXPECT_EQ(env.remainder(a * 4 + 3, 4, "view"), 3);
  EXPECT_EQ(env.floor_divided(-7, 2, "view"), -4);
  EXPECT_THROW(env.floor_divided(a, 0, "view"), c10::ValueError);
}

TEST(ShapeEnv, SizesZeroAndOneAreNumbers) {
  ShapeEnv env;
  EXPECT_EQ(env.create_symbol(1, "x.size()[0]", DimDynamic::DYNAMIC), 1);
  EXPECT_EQ(env.create_symbol(0, "x.size()[1]", DimDynamic::DUCK), 0);
  EXPECT_EQ(env.create_symbol(7, "x.size()[2]", DimDynamic::STATIC), 7);
  EXPECT_TRUE(env.symbols().empty());
  EXPECT_FALSE(env.decide(Fact::equal(dynamic(env, 5), 1), "expand"));  // every symbol is at least 2
  EXPECT_TRUE(env.guards().empty());

  ShapeEnv all({.duck_shape = true, .specialize_zero_one = false});
  const Expression size = dynamic(all, 1);
  EXPECT_TRUE(all.decide(Fact::equal(size, 1), "expand"));
  EXPECT_EQ(guards_of(all), std::vector<std::string>{"expand: s0 == 1"});
  EXPECT_THROW(all.create_symbol(-1, "x.size()[0]", DimDynamic::DYNAMIC), c10::ValueError);
}

TEST(ShapeEnv, DuckSizesWithOneHintShareASymbol) {
  ShapeEnv env;
  const Expression a = env.create_symbol(5, "x.size()[0]", DimDynamic::DUCK);
  EXPECT_EQ(env.create_symbol(5, "y.size()[0]", DimDynamic::DUCK), a);
  EXPECT_NE(env.create_symbol(5, "z.size()[0]", DimDynamic::DYNAMIC), a);
  EXPECT_EQ(env.symbols()[0].sources, (std::vector<std::string>{"x.size()[0]", "y.size()[0]"}));
  ShapeEnv apart({.duck_shape = false, .specialize_zero_one = true});
  EXPECT_NE(apart.create_symbol(5, "x.size()[0]", DimDynamic::DUCK),
            apart.create_symbol(5, "y.size()[0]", DimDynamic::DUCK));
}

TEST(ShapeEnv, AGuardAnswersLaterQuestions) {
  ShapeEnv env;
  const Expression a = dynamic(env, 5);
  const Expression b = dynamic(env, 5);
  const Expression c = dynamic(env, 9);
  EXPECT_TRUE(env.decide(Fact::equal(a, b), "add"));
  EXPECT_TRUE(env.decide(Fact::equal(a * c, b * c), "mul"));
  EXPECT_TRUE(env.decide(Fact::less(b, c), "cat"));
  EXPECT_TRUE(env.decide(Fact::less(a, c + 1), "cat"));
  EXPECT_FALSE(env.decide(Fact::less(c, a), "cat"));
  EXPECT_FALSE(env.decide(Fact::equal(a, c), "add"));
  EXPECT_EQ(env.simplified(a + b), env.simplified(a * 2));
  EXPECT_EQ(guards_of(env), (std::vector<std::string>{"add: s0 == s1", "cat: s0 + 1 <= s2"}));
}

TEST(ShapeEnv, ProductsAreComparedByTheirCoefficients) {
  ShapeEnv env;
  const Expression a = dynamic(env, 5);
  const Expression b = dynamic(env, 3);
  EXPECT_EQ(env.known(Fact::at_most(b + 1, a * b * 6)), true);  // 3 + b' <= 24 + ... for a = a' + 2 and b = b' + 2
  EXPECT_EQ(env.known(Fact::at_most(a * b, b)), false);
  EXPECT_EQ(env.known(Fact::equal(a * b * 2, b)), false);
  EXPECT_EQ(env.known(Fact::at_most(a * a, a * b)), std::nullopt);
  EXPECT_EQ(env.known(Fact::at_most(a * b, 4)), std::nullopt);  // true if both are 2
  EXPECT_EQ(env.known(Fact::less(a * b, 4)), false);
  const Expression huge = a * b * (std::int64_t{1} << 62);
  EXPECT_EQ(env.known(Fact::at_most(huge, a)), std::nullopt);  // a coefficient would not fit 64 bits
  EXPECT_TRUE(env.guards().empty());
}

TEST(ShapeEnv, MaximaAndMinimaAreDecidedByWhatIsKnown) {
  ShapeEnv env;
  const Expression a = dynamic(env, 5);
  const Expression b = dynamic(env, 7);
  EXPECT_EQ(env.maximum(a, a + 1), a + 1);
  EXPECT_EQ(env.minimum(a, 1), 1);
  EXPECT_EQ(text(env, env.maximum(b, a)), "max(s0, s1)");
  EXPECT_EQ(env.minimum(a, b) + env.maximum(b, a), a + b);
  EXPECT_EQ(env.size_hint(env.minimum(a, b)), 5);
}

TEST(ShapeEnv, AnUnbackedSizeIsNeitherZeroNorOne) {
  ShapeEnv env;
  const Expression rows = env.create_unbacked_size("nonzero", 100);
  EXPECT_EQ(env.size_hint(rows), std::nullopt);
  EXPECT_EQ(env.traced_value(rows * 2 + dynamic(env, 5)), 205);
  EXPECT_FALSE(env.decide(Fact::equal(rows, 1), "expand"));
  EXPECT_FALSE(env.decide(Fact::equal(rows * 3, 0), "view"));
  EXPECT_FALSE(env.decide(Fact::at_most(rows, 1), "mm"));
  EXPECT_TRUE(env.is_at_least_two(rows));
  // The size may still be 0 or 1, so that what needs two rows has to ask.
  EXPECT_EQ(env.known(Fact::equal(rows, 1)), std::nullopt);
  EXPECT_THROW(static_cast<void>(env.decide(Fact::at_most(2, rows), "narrow")), DataDependentError);
  EXPECT_THROW(static_cast<void>(env.decide(Fact::equal(rows, 100), "add")), DataDependentError);
  env.check(Fact::at_most(rows, 1), "the program");
  EXPECT_THROW(static_cast<void>(env.decide(Fact::equal(rows, 1), "expand")), DataDependentError);
}

TEST(ShapeEnv, DataDependentQuestionsNameWhatAsks) {
  ShapeEnv env;
  const Expression rows = env.create_unbacked_symint("nonzero(x).size()[0]");
  EXPECT_TRUE(env.decide(Fact::at_most(0, rows), "narrow"));
  EXPECT_EQ(env.size_hint(rows), std::nullopt);
  try {
    env.decide(Fact::equal(rows, 3), "expand");
    FAIL() << "the question was answered";
  } catch (const DataDependentError& error) {
    EXPECT_EQ(std::string(error.what()).find("expand: could not decide u0 == 3"), 0U) << error.what();
  }
  env.check(Fact::equal(rows, 3), "the caller");
  EXPECT_TRUE(env.decide(Fact::equal(rows, 3), "expand"));
  EXPECT_TRUE(env.guards().empty());
  EXPECT_THROW(env.check(Fact::equal(rows, 4), "the caller"), c10::ValueError);
}

TEST(ShapeEnv, AnUnbackedSymbolIsReplacedAndNoHintIsLost) {
  ShapeEnv env;
  const Expression a = dynamic(env, 4);
  const Expression rows = env.create_unbacked_symint("rows");
  env.check(Fact::equal(rows, a * 2), "the caller");
  EXPECT_EQ(env.simplified(rows), a * 2);
  EXPECT_EQ(env.size_hint(a), 4);
  EXPECT_TRUE(env.decide(Fact::equal(rows + 1, 9), "cat"));
  EXPECT_EQ(guards_of(env), std::vector<std::string>{"cat: s0 == 4"});
}

// What is believed of data says nothing of other inputs, unless it is a guard, too.
TEST(ShapeEnv, ACheckThatSaysSomethingOfTheInputsIsAGuard) {
  ShapeEnv env;
  const Expression size = env.create_symbol(4, "x", DimDynamic::DYNAMIC);
  const Expression rows = env.create_unbacked_symint("rows");
  env.check(Fact::at_most(rows, 10), "the caller");
  EXPECT_TRUE(env.guards().empty());
  env.check(Fact::equal(rows, size), "the caller");
  EXPECT_EQ(guards_of(env), std::vector<std::string>{"the caller: s0 <= 10"});
  EXPECT_TRUE(env.decide(Fact::at_most(size, 12), "cat"));
  EXPECT_FALSE(env.admits({{"x", 20}}));
  EXPECT_EQ(env.runtime_assertions().size(), 2U);

  ShapeEnv apart;
  const Expression other = apart.create_symbol(20, "x", DimDynamic::DYNAMIC);
  const Expression count = apart.create_unbacked_symint("count");
  apart.check(Fact::at_most(count, 10), "the caller");
  apart.check(Fact::at_most(other, count), "the caller");  // false at run time, and nothing here can know it
  EXPECT_FALSE(apart.decide(Fact::at_most(other, 10), "cat"));
  EXPECT_THROW(apart.check(Fact::equal(count, other), "the caller"), c10::ValueError);
  EXPECT_EQ(apart.simplified(count), count);  // what was found to be false is forgotten
  EXPECT_TRUE(apart.decide(Fact::equal(other, 20), "cat"));
}

TEST(ShapeEnv, ADivisorThatIsReplacedStaysADivisor) {
  ShapeEnv env;
  const Expression size = env.create_symbol(6, "x", DimDynamic::DYNAMIC);
  const Expression u = env.create_unbacked_symint("u", {1, Interval::no_highest});
  const Expression v = env.create_unbacked_symint("v");
  const Expression quotient = env.floor_divided(size, u, "view");
  env.check(Fact::at_most(quotient, 3), "the caller");
  env.check(Fact::equal(u, v), "the caller");
  EXPECT_TRUE(env.decide(Fact::at_most(1, v), "view"));
  EXPECT_TRUE(env.decide(Fact::at_most(quotient, 3), "view"));
}

TEST(ShapeEnv, NumbersThatDoNotFitAreNoDataDependence) {
  ShapeEnv env;
  const Expression a = env.create_symbol(std::int64_t{1} << 32, "x", DimDynamic::DYNAMIC);
  const Expression b = env.create_symbol(std::int64_t{1} << 32, "y", DimDynamic::DYNAMIC);
  EXPECT_THROW(env.check(Fact::equal(a * b, 100), "the caller"), c10::ValueError);
  EXPECT_THROW(env.decide(Fact::equal(a * b, 100), "view"), c10::ValueError);
  const Expression lowest = a * -(std::int64_t{1} << 31);
  EXPECT_EQ(env.size_hint(env.floor_divided(lowest, b - (std::int64_t{1} << 32) - 1, "view")), std::nullopt);
  Expression power = a;
  EXPECT_THROW(
      {
        for (int i = 0; i < 40; ++i) power = power * power;
      },
      c10::ValueError);
}

TEST(ShapeEnv, SharedMaximaAreLookedAtOnce) {
  ShapeEnv env;
  const Expression a = env.create_symbol(5, "x", DimDynamic::DYNAMIC);
  const Expression b = env.create_symbol(7, "y", DimDynamic::DYNAMIC);
  Expression m = env.maximum(a * 2, b);
  for (int i = 0; i < 40; ++i) m = env.maximum(m + a, env.maximum(m + b, m + 3));
  EXPECT_TRUE(env.size_hint(m).has_value());
  EXPECT_GE(env.bounds_of(m).lowest, 2);
}

// For all other sizes that the guards admit, every answer of the trace is right. Draws sequences of questions about
// three symbols, and tries all sizes from 2 to 7.
TEST(ShapeEnv, EveryAnswerHoldsForAllSizesThatTheGuardsAdmit) {
  std::mt19937 random(1);
  const auto draw = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  int admitted = 0;
  for (int round = 0; round < 300; ++round) {
    ShapeEnv env;
    std::vector<Expression> made;
    for (int i = 0; i < 3; ++i) made.push_back(dynamic(env, 2 + draw(6)));
    const std::vector<Expression> symbols = made;
    std::vector<std::pair<Fact, bool>> answers;
    for (int step = 0; step < 12; ++step) {
      const Expression a = made[static_cast<std::size_t>(draw(static_cast<int>(made.size())))];
      const Expression b = made[static_cast<std::size_t>(draw(static_cast<int>(made.size())))];
      switch (draw(8)) {
        case 0:
          if (a.terms().size() < 6 && b.terms().size() < 6) made.push_back(a * b);
          break;
        case 1:
          made.push_back(a + b - draw(4));
          break;
        case 2:
          made.push_back(env.floor_divided(a, 1 + draw(4), "division"));
          break;
        case 3:
          made.push_back(env.maximum(a, b));
          break;
        case 4:
          made.push_back(env.minimum(a, b));
          break;
        case 5:
          made.push_back(env.remainder(a, 1 + draw(4), "division"));
          break;
        default: {
          const Fact fact = draw(2) == 0 ? Fact::equal(a, b + draw(3)) : Fact::at_most(a, b + draw(3));
          answers.emplace_back(fact, env.decide(fact, "question"));
        }
      }
    }
    for (std::int64_t code = 0; code < 6 * 6 * 6; ++code) {
      const ShapeEnv::Assignment values = {{atom_of(symbols[0]), 2 + code % 6},
                                           {atom_of(symbols[1]), 2 + code / 6 % 6},
                                           {atom_of(symbols[2]), 2 + code / 36}};
      if (!env.evaluate_guards(values)) continue;
      ++admitted;
      for (const auto& [fact, answer] : answers)
        ASSERT_EQ(fact.is_true_of(*env.value_of(fact.expression, values)), answer)
            << "round " << round << ": " << fake::text(fact, env.atoms());
      for (const Expression& one : made) {
        const std::optional<std::int64_t> value = env.value_of(one, values);
        ASSERT_EQ(value, env.value_of(env.simplified(one), values)) << text(env, one);
        const Interval bounds = env.bounds_of(one);
        ASSERT_TRUE(bounds.lowest <= *value && *value <= bounds.highest) << text(env, one);
      }
    }
    // The traced sizes are among those that are admitted.
    ShapeEnv::Assignment traced;
    for (const Symbol& symbol : env.symbols()) traced[symbol.atom] = *symbol.hint;
    ASSERT_TRUE(env.evaluate_guards(traced));
  }
  EXPECT_GT(admitted, 3000);
}

// A fact that does not fit 64 bits is kept in another form, and nothing that was known is lost.
TEST(ShapeEnv, AnEquationThatOverflowsLosesNothing) {
  ShapeEnv env;
  const Expression a = env.create_symbol(2, "a", DimDynamic::DYNAMIC);
  const Expression b = env.create_symbol(2, "b", DimDynamic::DYNAMIC);
  const Expression c = env.create_symbol(3, "c", DimDynamic::DYNAMIC);
  constexpr std::int64_t large = 4000000000;
  const Fact first = Fact::at_most(b * large, c * (large - 1));
  const Expression u = env.create_unbacked_symint("u");
  env.check(Fact::at_most(u * 7, c), "check");
  ASSERT_TRUE(env.decide(first, "first"));
  const Fact equation = Fact::equal(b, a * large - (2 * large - 2));
  EXPECT_TRUE(env.decide(equation, "equation"));
  EXPECT_EQ(env.known(first), true);
  EXPECT_EQ(env.known(Fact::at_most(u * 7, c)), true);
  EXPECT_TRUE(env.evaluate_guards({{0, 2}, {1, 2}, {2, 3}}));
  EXPECT_FALSE(env.evaluate_guards({{0, 3}, {1, 2}, {2, 3}}));
}

TEST(ShapeEnv, AConstraintNeedsSizes) {
  ShapeEnv env;
  EXPECT_THROW(env.create_symbol(5, "x", DimDynamic::DYNAMIC, SizeConstraint{Interval{10, 3}}), c10::ValueError);
  EXPECT_TRUE(env.symbols().empty());
}

}  // namespace modecheck::engine::fake
