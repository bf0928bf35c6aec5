// Tests sizes that depend on data: the results of nonzero, masked_select, unique and indexing by a mask.
#include "engine/fake/unbacked_sizes.h"

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/errors/data_dependent_error.h"
#include "engine/fake/fake_tensor_mode.h"
#include "engine/fake/fake_tensor_mode_guard.h"
#include "engine/fake/symbolic/stateful_symbolic_context.h"
#include "tests/engine/fake/symbolic_trace.h"

namespace modecheck::engine::fake {
namespace {

class UnbackedTrace : public SymbolicTrace {
 protected:
  at::Tensor numbers(const std::string& name, const std::vector<std::int64_t>& sizes) {
    return input(name, at::empty(sizes));
  }
  at::Tensor mask(const std::string& name, const std::vector<std::int64_t>& sizes) {
    return input(name, at::zeros(sizes, at::kBool));
  }
  Expression size(const at::Tensor& tensor, std::size_t d) const { return mode_.symbolic_geometry(tensor).sizes[d]; }
};

std::string error_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const DataDependentError& error) {
    return error.msg();
  }
  return "no error";
}

}  // namespace

TEST_F(UnbackedTrace, TheRowsOfNonzeroAreAnUnbackedSymbol) {
  const at::Tensor x = mask("x", {4, 3});
  const at::Tensor rows = at::nonzero(x);
  EXPECT_EQ(text(rows), "u2 2 | 1 u2");
  EXPECT_EQ(rows.scalar_type(), at::kLong);
  EXPECT_FALSE(env_->size_hint(size(rows, 0)));
  EXPECT_TRUE(env_->guards().empty());
}

TEST_F(UnbackedTrace, OperatorsGoOnWithAnUnbackedSize) {
  const at::Tensor x = numbers("x", {4, 3});
  const at::Tensor chosen = x.masked_select(mask("m", {4, 3}));
  EXPECT_EQ(text(chosen), "u4 | 1");
  EXPECT_EQ(text(chosen * 2 + 1), "u4 | 1");
  EXPECT_EQ(text(chosen.unsqueeze(1).mm(numbers("w", {1, 5})).sum(0)), "s5 | 1");
}

TEST_F(UnbackedTrace, AMaskIndexesAsManyDimensionsAsItHas) {
  const at::Tensor x = numbers("x", {4, 3, 5});
  const at::Tensor rows = mask("rows", {4});
  EXPECT_EQ(text(x.index({rows})), "u4 s1 s2 | s1*s2 s2 1");
  const at::Tensor both = mask("both", {3, 5});
  EXPECT_EQ(text(at::index(x, {at::Tensor(), both})), "s0 u7 | u7 1");
}

TEST_F(UnbackedTrace, UniqueGivesOneSizeToValuesAndCounts) {
  const at::Tensor x = numbers("x", {4, 3});
  const auto [values, inverse, counts] = at::_unique2(x, true, true, true);
  EXPECT_EQ(text(values), "u2 | 1");
  EXPECT_EQ(text(inverse), "s0 s1 | s1 1");
  EXPECT_EQ(text(counts), "u2 | 1");
}

TEST_F(UnbackedTrace, NonzeroGivesTheSameSymbolUntilTheTensorIsWritten) {
  const at::Tensor x = numbers("x", {4});
  const at::Tensor y = numbers("y", {4});
  at::Tensor m = mask("m", {4});
  const at::Tensor of_x = x.index({m});
  const at::Tensor of_y = y.index({m});
  EXPECT_EQ(size(of_x, 0), size(of_y, 0));
  EXPECT_EQ(text(of_x + of_y), text(of_x));
  m.logical_not_();
  EXPECT_NE(size(x.index({m}), 0), size(of_x, 0));
}

TEST_F(UnbackedTrace, TwoMasksGiveTwoSizesThatNobodyCanCompare) {
  const at::Tensor x = numbers("x", {4});
  const at::Tensor a = x.index({mask("a", {4})});
  const at::Tensor b = x.index({mask("b", {4})});
  const std::string error = error_of([&] { static_cast<void>(a + b); });
  EXPECT_NE(error.find("could not decide"), std::string::npos) << error;
  EXPECT_NE(error.find("u2 == u4"), std::string::npos) << error;
}

TEST_F(UnbackedTrace, NoQuestionIsAnsweredByTheNumberThatStandsForASize) {
  const at::Tensor chosen = numbers("x", {4}).masked_select(mask("m", {4}));
  const std::int64_t number = chosen.size(0);
  EXPECT_NE(error_of([&] { static_cast<void>(chosen + numbers("y", {number})); }), "no error");
  EXPECT_NE(error_of([&] { static_cast<void>(chosen.view({2, -1})); }), "no error");
  EXPECT_NE(error_of([&] { static_cast<void>(chosen.narrow(0, 0, 3)); }), "no error");
  EXPECT_NE(error_of([&] { static_cast<void>(chosen.unbind(0)); }), "no error");
}

TEST_F(UnbackedTrace, ACheckAnswersTheQuestion) {
  const at::Tensor chosen = numbers("x", {4}).masked_select(mask("m", {4}));
  env_->check(Fact::at_most(3, size(chosen, 0)), "the program");
  EXPECT_EQ(text(chosen.narrow(0, 0, 3)), "3 | 1");
  EXPECT_EQ(env_->runtime_assertions().size(), 1U);
}

// The kernels work with a number for the size. A check that is not true of this number cannot be followed.
TEST_F(UnbackedTrace, ACheckThatTheStandInContradictsIsRefused) {
  const at::Tensor chosen = numbers("x", {4}).masked_select(mask("m", {4}));
  env_->check(Fact::at_most(size(chosen, 0), 5), "the program");
  const std::string error = error_of([&] { static_cast<void>(chosen.slice(0, 0, 6)); });
  EXPECT_NE(error.find("a check says something"), std::string::npos) << error;
}

TEST_F(UnbackedTrace, ACheckThatGivesTheSizeANumberIsRefused) {
  const at::Tensor chosen = numbers("x", {4}).masked_select(mask("m", {4}));
  env_->check(Fact::equal(size(chosen, 0), 5), "the program");
  EXPECT_NE(error_of([&] { static_cast<void>(chosen * 2); }).find("a check says something"), std::string::npos);
  const at::Tensor other = numbers("y", {4}).masked_select(mask("n", {4}));
  const at::Tensor z = numbers("z", {7});
  const Expression rows = mode_.symbolic_geometry(other).sizes[0];
  env_->check(Fact::equal(rows, size(z, 0)), "the program");
  EXPECT_NE(error_of([&] { static_cast<void>(other + z); }).find("a check says something"), std::string::npos);
}

TEST_F(UnbackedTrace, AnErrorComesBeforeTheCallChangesAnything) {
  at::Tensor chosen = numbers("x", {4}).masked_select(mask("m", {4}));
  const at::Tensor other = numbers("y", {7});
  const auto version = chosen._version();
  EXPECT_NE(error_of([&] { chosen.add_(other); }), "no error");
  EXPECT_NE(error_of([&] { chosen.resize_({3}); }), "no error");
  EXPECT_EQ(chosen._version(), version);
  at::Tensor out = numbers("out", {2});
  const std::string before = text(out);
  const auto version_of_out = out._version();
  EXPECT_NE(error_of([&] { at::masked_select_out(out, numbers("z", {4}), mask("n", {4})); }), "no error");
  EXPECT_EQ(text(out), before);
  EXPECT_EQ(out._version(), version_of_out);
}

TEST_F(UnbackedTrace, ATensorWithoutElementsHasNothingToChoose) {
  EXPECT_EQ(text(at::nonzero(mask("x", {0, 3}))), "0 2 | 1 0");
  EXPECT_EQ(text(numbers("y", {0}).masked_select(mask("m", {0}))), "0 | 1");
  EXPECT_EQ(text(numbers("z", {0}).masked_select(mask("n", {1}))), "0 | 1");
}

TEST_F(UnbackedTrace, InferenceTensorsAreChosenFrom) {
  const c10::InferenceMode guard;
  const at::Tensor m = mask("m", {4}).logical_not();
  ASSERT_TRUE(m.is_inference());
  const at::Tensor x = numbers("x", {4});
  // An inference tensor has no version, so two calls may see other elements.
  EXPECT_NE(size(x.index({m}), 0), size(x.index({m}), 0));
}

TEST_F(UnbackedTrace, AGradientHasTheSizesOfItsTensor) {
  const at::Tensor x = numbers("x", {4}).requires_grad_();
  x.masked_select(mask("m", {4})).mul(3).sum().backward();
  EXPECT_EQ(text(x.grad()), "s0 | 1");
}

TEST_F(UnbackedTrace, AModeMayRefuseSuchSizes) {
  ShapeEnv::Settings settings;
  settings.allow_dynamic_output_shape_ops = false;
  const auto env = std::make_shared<ShapeEnv>(settings);
  FakeTensorMode mode(env);
  const at::Tensor x = mode.from_tensor(at::zeros({4}, at::kBool), std::make_shared<StatefulSymbolicContext>("x"));
  EXPECT_EQ(error_of([&] { static_cast<void>(at::nonzero(x)); }).substr(0, 8), "nonzero:");
}

// Whatever the data, the real results have the sizes that the expressions have for the real number of chosen elements.
TEST_F(UnbackedTrace, TheExpressionsAreTheSizesOfRealRuns) {
  const auto program = [](const at::Tensor& x, const at::Tensor& m) {
    const at::Tensor rows = x.index({m});
    const at::Tensor places = at::nonzero(m);
    return std::vector<at::Tensor>{rows,
                                   places,
                                   at::cat({rows, x}, 0),
                                   rows.t().mm(rows),
                                   rows.unsqueeze(1).expand({-1, 2, -1}),
                                   rows.flatten(),
                                   places.squeeze(1),
                                   rows.sum(0)};
  };
  const at::Tensor real = at::randn({6, 3});
  const at::Tensor fake_mask = mask("m", {6});
  const std::vector<at::Tensor> traced = program(input("x", real), fake_mask);
  const Symbol unbacked = env_->symbols().back();
  ASSERT_FALSE(unbacked.hint);
  for (std::int64_t count = 2; count <= 6; ++count) {
    const at::Tensor chosen = at::arange(6).lt(count);
    const std::vector<at::Tensor> results = program(real, chosen);
    ShapeEnv::Assignment values;
    for (const Symbol& symbol : env_->symbols()) values[symbol.atom] = symbol.hint ? *symbol.hint : count;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const SymbolicGeometry geometry = mode_.symbolic_geometry(traced[i]);
      ASSERT_EQ(geometry.sizes.size(), static_cast<std::size_t>(results[i].dim())) << i;
      for (std::size_t d = 0; d < geometry.sizes.size(); ++d) {
        EXPECT_EQ(env_->value_of(geometry.sizes[d], values), results[i].size(static_cast<std::int64_t>(d))) << i;
        EXPECT_EQ(env_->value_of(geometry.strides[d], values), results[i].stride(static_cast<std::int64_t>(d))) << i;
      }
    }
  }
}

}  // namespace modecheck::engine::fake
