// Tests symbolic contexts: which symbols a tensor gets when it becomes fake for the first and for the second time.
#include <gtest/gtest.h>

#include "engine/core/errors/error.h"
#include "engine/fake/symbolic/stateful_symbolic_context.h"
#include "engine/fake/symbolic/stateless_symbolic_context.h"
#include "engine/fake/symbolic/symbolic_geometry.h"

namespace modecheck::engine::fake {
namespace {

SymbolicGeometry contiguous(ShapeEnv& env, std::vector<std::int64_t> sizes, const std::string& source,
                            SymbolicContext& context) {
  std::vector<std::int64_t> strides(sizes.size(), 1);
  for (std::size_t i = sizes.size(); i-- > 1;) strides[i - 1] = strides[i] * sizes[i];
  return create_symbolic_sizes_strides_storage_offset(env, sizes, strides, 0, source, context);
}

std::string text(const ShapeEnv& env, const SymbolicGeometry& geometry) {
  std::string out;
  for (const Expression& size : geometry.sizes) out += env.atoms().text(size) + " ";
  out += "|";
  for (const Expression& stride : geometry.strides) out += " " + env.atoms().text(stride);
  return out + " | " + env.atoms().text(geometry.storage_offset);
}

template <typename Context>
Context all_dynamic(Context context, std::size_t rank) {
  context.dynamic_sizes.assign(rank, DimDynamic::DYNAMIC);
  return context;
}

}  // namespace

TEST(SymbolicContext, AContiguousTensorHasNoSymbolsForItsStrides) {
  ShapeEnv env;
  StatelessSymbolicContext context;
  EXPECT_EQ(text(env, contiguous(env, {4, 3, 5}, "x", context)), "s0 s1 s2 | s1*s2 s2 1 | 0");
  EXPECT_EQ(text(env, contiguous(env, {3, 1, 4}, "y", context)), "s1 1 s0 | s0 s0 1 | 0");
}

TEST(SymbolicContext, OtherStridesAndOffsetsAreSymbols) {
  ShapeEnv env;
  StatelessSymbolicContext context;
  const SymbolicGeometry part = create_symbolic_sizes_strides_storage_offset(env, {4, 3}, {7, 2}, 5, "x", context);
  EXPECT_EQ(text(env, part), "s0 s1 | s3 s2 | s4");
  context.dynamic_strides = {DimDynamic::STATIC, DimDynamic::STATIC};
  const SymbolicGeometry fixed = create_symbolic_sizes_strides_storage_offset(env, {4, 3}, {7, 2}, 0, "y", context);
  EXPECT_EQ(text(env, fixed), "s0 s1 | 7 2 | 0");
}

TEST(SymbolicContext, AStatefulContextGivesTheSameSymbolsAgain) {
  ShapeEnv env;
  auto of_x = all_dynamic(StatefulSymbolicContext("x"), 2);
  auto of_y = all_dynamic(StatefulSymbolicContext("y"), 2);
  const SymbolicGeometry x = contiguous(env, {5, 5}, "x", of_x);
  const SymbolicGeometry y = contiguous(env, {5, 5}, "y", of_y);
  EXPECT_EQ(text(env, x), "s0 s1 | s1 1 | 0");
  EXPECT_NE(x, y);
  // The second time in the other order.
  EXPECT_EQ(contiguous(env, {5, 5}, "y", of_y), y);
  EXPECT_EQ(contiguous(env, {5, 5}, "x", of_x), x);
  EXPECT_EQ(env.symbols().size(), 4U);
}

TEST(SymbolicContext, AStatelessContextGivesFreshSymbols) {
  ShapeEnv env;
  auto context = all_dynamic(StatelessSymbolicContext(), 2);
  EXPECT_NE(contiguous(env, {5, 6}, "x", context), contiguous(env, {5, 6}, "x", context));
  StatelessSymbolicContext duck;
  EXPECT_EQ(contiguous(env, {5, 6}, "x", duck), contiguous(env, {5, 6}, "x", duck));
}

TEST(SymbolicContext, EnvironmentsHaveSymbolsOfTheirOwn) {
  auto context = all_dynamic(StatefulSymbolicContext("x"), 1);
  ShapeEnv first;
  contiguous(first, {5}, "x", context);
  ShapeEnv second;
  contiguous(second, {4}, "w", context);
  contiguous(second, {5}, "x", context);
  EXPECT_EQ(second.symbols().size(), 2U);
  // The environment remembers nothing: another context for the same source gets another symbol.
  auto other = all_dynamic(StatefulSymbolicContext("x"), 1);
  EXPECT_NE(contiguous(first, {5}, "x", context), contiguous(first, {5}, "x", other));
}

TEST(SymbolicContext, ATraceAdmitsInputsThatFitAllItAssumed) {
  ShapeEnv env;
  StatelessSymbolicContext context;
  const SymbolicGeometry x = contiguous(env, {4, 3}, "x", context);
  env.decide(Fact::less(x.sizes[1], x.sizes[0]), "narrow");
  const auto admits = [&](std::int64_t rows, std::int64_t columns, std::int64_t stride, std::int64_t offset) {
    return env.admits({{"x.size()[0]", rows},
                       {"x.size()[1]", columns},
                       {"x.stride()[0]", stride},
                       {"x.stride()[1]", 1},
                       {"x.storage_offset()", offset}});
  };
  EXPECT_TRUE(admits(4, 3, 3, 0));
  EXPECT_TRUE(admits(9, 7, 7, 0));
  EXPECT_FALSE(admits(7, 9, 9, 0));  // the guard of narrow
  EXPECT_FALSE(admits(9, 7, 8, 0));  // not contiguous
  EXPECT_FALSE(admits(9, 1, 1, 0));  // a size of one is a number
  EXPECT_FALSE(admits(9, 7, 7, 7));  // the offset was zero
  EXPECT_THROW(env.admits({}), c10::ValueError);
  EXPECT_EQ(
      env.produce_guards(),
      (std::vector<std::string>{"x.size()[0] == s0", "x.size()[1] == s1", "x.stride()[1] == 1", "x.stride()[0] == s1",
                                "x.storage_offset() == 0", "2 <= s0", "2 <= s1", "narrow: s1 + 1 <= s0"}));
}

TEST(SymbolicContext, ConstraintsSayWhichSizesMustStayFree) {
  ShapeEnv env;
  StatelessSymbolicContext context = all_dynamic(StatelessSymbolicContext(), 3);
  context.constraint_sizes = {SizeConstraint{}, SizeConstraint{Interval{2, 8}}, SizeConstraint{}};
  const SymbolicGeometry x = contiguous(env, {4, 3, 1}, "x", context);
  EXPECT_EQ(env.constraint_violations(),
            std::vector<std::string>{"x.size()[2] must stay symbolic, but it is the number "
                                     "1, because sizes 0 and 1 are numbers."});
  env.decide(Fact::at_most(x.sizes[1], 6), "narrow");
  env.decide(Fact::equal(x.sizes[0], 4), "view");
  const std::vector<std::string> violations = env.constraint_violations();
  ASSERT_EQ(violations.size(), 3U);
  EXPECT_EQ(violations[1], "x.size()[0] must stay symbolic, but the trace holds for 4 only.");
  EXPECT_EQ(violations[2], "x.size()[1] must be free from 2 to 8, but narrow demands s1 <= 6.");
}

TEST(SymbolicContext, EveryGuardCountsForAConstraint) {
  ShapeEnv env;
  const SizeConstraint small{Interval{2, 8}};
  const SizeConstraint large{Interval{2, Interval::no_highest}};
  const auto size_of = [&](const std::string& source, const SizeConstraint& constraint) {
    return env.create_symbol(5, source, DimDynamic::DYNAMIC, constraint);
  };
  const Expression a = size_of("a", small);
  const Expression b = size_of("b", small);
  const Expression c = size_of("c", large);
  const Expression d = size_of("d", large);
  env.decide(Fact::at_most(a, 8), "fits");  // true of all sizes from 2 to 8
  env.decide(Fact::unequal(c * 2 + 1, 4), "parity");
  EXPECT_TRUE(env.constraint_violations().empty());
  env.decide(Fact::equal(env.remainder(a, 2, "view"), 1), "view");
  env.decide(Fact::unequal(b, 7), "expand");
  env.decide(Fact::at_most(c * c, 36), "view");
  env.decide(Fact::at_most(c, d), "cat");
  EXPECT_EQ(env.constraint_violations().size(), 5U);  // one of a, one of b, two of c, one of d
  // A shared symbol must be free for each of its sources.
  ShapeEnv shared;
  shared.create_symbol(5, "x", DimDynamic::DUCK, SizeConstraint{});
  shared.create_symbol(5, "y", DimDynamic::DUCK, small);
  EXPECT_EQ(shared.constraint_violations(),
            std::vector<std::string>{
                "y must be free, but the trace takes other sizes to be equal to it. Give it the policy DYNAMIC."});
}

TEST(SymbolicContext, AContextIsForOneInput) {
  ShapeEnv env;
  auto context = all_dynamic(StatefulSymbolicContext("x"), 1);
  contiguous(env, {5}, "x", context);
  EXPECT_THROW(contiguous(env, {7}, "x", context), c10::ValueError);
}

TEST(SymbolicContext, EntriesThatDoNotFitTheTensorAreRejected) {
  ShapeEnv env;
  auto context = all_dynamic(StatelessSymbolicContext(), 2);
  EXPECT_THROW(contiguous(env, {5}, "x", context), c10::ValueError);
  EXPECT_THROW(create_symbolic_sizes_strides_storage_offset(env, {5, 6}, {1}, 0, "x", context), c10::ValueError);
  EXPECT_TRUE(env.symbols().empty());
}

}  // namespace modecheck::engine::fake
