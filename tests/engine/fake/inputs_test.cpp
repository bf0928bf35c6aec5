// Tests the inputs of a trace: their sources, contexts and policies, and what from_tensor() rejects.
#include <gtest/gtest.h>
#include <torch/torch.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/fake/fake_tensor_mode.h"
#include "engine/fake/symbolic/stateful_symbolic_context.h"
#include "engine/fake/symbolic/stateless_symbolic_context.h"

namespace modecheck::engine::fake {
namespace {

std::shared_ptr<StatefulSymbolicContext> context_of(const std::string& name, std::size_t rank,
                                                    DimDynamic dynamic = DimDynamic::DYNAMIC) {
  auto out = std::make_shared<StatefulSymbolicContext>(name);
  out->dynamic_sizes.assign(rank, dynamic);
  return out;
}

std::string text(const FakeTensorMode& mode, const at::Tensor& fake) {
  std::string out;
  for (const Expression& size : mode.symbolic_geometry(fake).sizes)
    out += (out.empty() ? "" : " ") + mode.shape_env()->atoms().text(size);
  return out;
}

bool names(const std::vector<std::string>& guards, const std::string& guard) {
  return std::find(guards.begin(), guards.end(), guard) != guards.end();
}

// Calls the function, which must raise an error with this text.
void expect_error(const std::function<void()>& function, const std::string& part) {
  try {
    function();
    ADD_FAILURE() << "no error: " << part;
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
  }
}

struct Inputs : testing::Test {
  std::shared_ptr<ShapeEnv> env = std::make_shared<ShapeEnv>();
  FakeTensorMode mode{env};
};

TEST_F(Inputs, ABaseWithoutAPolicyIsANumberThatTheTraceNeeds) {
  const at::Tensor base = at::ones({4, 6});
  mode.from_tensor(base.slice(0, 0, 2), context_of("v", 2));
  EXPECT_TRUE(names(env->produce_guards(), "v._base.size()[0] == 4"));
  EXPECT_TRUE(names(env->produce_guards(), "v._base.storage_offset() == 0"));
  expect_error([&] { mode.from_tensor(base, context_of("b", 2)); }, "was converted before, as v._base, without");
  EXPECT_EQ(text(mode, mode.from_tensor(base)), "4 6");
}

TEST_F(Inputs, AViewAndItsBaseHaveTheSameSymbolsInAnyOrder) {
  const at::Tensor base = at::ones({4, 6});
  const at::Tensor view = base.slice(0, 0, 2);
  const auto of_base = context_of("b", 2);
  const auto of_view = context_of("v", 2);
  of_view->view_base_context = of_base;
  const std::string first =
      text(mode, mode.from_tensor(view, of_view)) + ", " + text(mode, mode.from_tensor(base, of_base));
  FakeTensorMode other(env);
  const at::Tensor fake_base = other.from_tensor(base, of_base);
  EXPECT_EQ(text(other, other.from_tensor(view, of_view)) + ", " + text(other, fake_base), first);
}

TEST_F(Inputs, ATensorAndItsGradientHaveTheSameSymbolsInAnyOrder) {
  const at::Tensor x = at::ones({4, 6}).requires_grad_();
  x.mutable_grad() = at::ones({4, 6});
  const auto of_gradient = context_of("g", 2);
  const auto of_x = context_of("x", 2);
  of_x->gradient_context = of_gradient;
  const at::Tensor fake = mode.from_tensor(x, of_x);
  EXPECT_EQ(text(mode, fake), "s0 s1");
  EXPECT_EQ(text(mode, fake.grad()), "s0 s1");
  FakeTensorMode other(env);
  EXPECT_EQ(text(other, other.from_tensor(x.grad(), of_gradient)), "s0 s1");
  EXPECT_EQ(text(other, other.from_tensor(x, of_x)), "s0 s1");
}

TEST_F(Inputs, ADefaultConversionMakesTheBaseSymbolic) {
  const at::Tensor base = at::ones({4, 6});
  EXPECT_EQ(text(mode, mode.from_tensor(base.slice(0, 0, 2))), "s2 s1");
  EXPECT_EQ(text(mode, mode.from_tensor(base)), "s0 s1");
}

TEST_F(Inputs, ATensorKeepsItsContext) {
  const at::Tensor x = at::ones({4});
  const auto context = context_of("x", 1);
  mode.from_tensor(x, context);
  EXPECT_EQ(text(mode, mode.from_tensor(x, context)), "s0");
  EXPECT_EQ(text(mode, mode.from_tensor(x)), "s0");
  expect_error([&] { mode.from_tensor(x, context_of("y", 1)); }, "y was converted before, as x, with another");
}

TEST_F(Inputs, ASourceNamesOneTensor) {
  mode.from_tensor(at::ones({4}), context_of("x", 1));
  expect_error([&] { mode.from_tensor(at::ones({5}), context_of("x", 1)); }, "the source x names another tensor");
  mode.from_tensor(at::ones({4}), context_of("t2", 1));
  mode.from_tensor(at::ones({6}));  // t2 is taken
  EXPECT_EQ(mode.inputs().back().source, "t3");
}

TEST_F(Inputs, ARejectedTensorLeavesNothingBehind) {
  const at::Tensor base = at::ones({4, 6});
  const auto of_view = context_of("v", 2);
  of_view->view_base_context = context_of("b", 3);  // the base has two dimensions
  EXPECT_THROW(mode.from_tensor(base.slice(0, 0, 2), of_view), c10::Error);
  const auto with_constraint = context_of("w", 2);
  with_constraint->constraint_sizes = {std::nullopt, SizeConstraint{Interval{10, 3}}};
  expect_error([&] { mode.from_tensor(base, with_constraint); }, "has the range from 10 to 3, which has no sizes");
  EXPECT_TRUE(env->symbols().empty());
  EXPECT_TRUE(env->produce_guards().empty());
  EXPECT_TRUE(mode.converted().empty());
  EXPECT_TRUE(mode.inputs().empty());
}

TEST_F(Inputs, AContextRemembersStridesToo) {
  const auto context = context_of("x", 2);
  mode.from_tensor(at::ones({4, 6}), context);
  FakeTensorMode other(env);
  expect_error([&] { other.from_tensor(at::ones({4, 10}).slice(1, 0, 6), context); }, "x.stride()[0] is 10");
}

TEST_F(Inputs, AFreshModeWithoutContextsKeepsThePolicies) {
  const at::Tensor fixed = at::ones({4, 6});
  const at::Tensor free = at::ones({4, 6});
  mode.from_tensor(fixed, context_of("x", 2, DimDynamic::STATIC));
  mode.from_tensor(free, context_of("y", 2));
  const auto fresh = fresh_fake_mode(mode);
  EXPECT_EQ(text(*fresh, fresh->from_tensor(fixed)), "4 6");
  EXPECT_EQ(text(*fresh, fresh->from_tensor(free)), "s2 s3");
}

TEST_F(Inputs, AConstraintIsNotViolatedByTheGradientOrAFreshMode) {
  const at::Tensor x = at::ones({4, 6}).requires_grad_();
  x.mutable_grad() = at::ones({4, 6});
  for (const DimDynamic dynamic : {DimDynamic::DYNAMIC, DimDynamic::DUCK}) {
    const auto own = std::make_shared<ShapeEnv>();
    FakeTensorMode first(own);
    const auto context = std::make_shared<StatelessSymbolicContext>();
    context->dynamic_sizes.assign(2, dynamic);
    context->constraint_sizes = {SizeConstraint{Interval{2, 8}}, std::nullopt};
    first.from_tensor(x, context, "x");
    const auto fresh = fresh_fake_mode(first);
    EXPECT_EQ(own->constraint_violations(), std::vector<std::string>());
  }
}

TEST_F(Inputs, OtherSizesMustSatisfyTheGuards) {
  const at::Tensor x = at::ones({4, 6});
  const auto context = context_of("x", 2);
  mode.from_tensor(x, context);
  env->decide(Fact::less(Expression::of(0), Expression::of(1)), "narrow");
  EXPECT_NO_THROW(mode.with_other_sizes({context}, {{0, 3}, {1, 5}}));
  expect_error([&] { mode.with_other_sizes({context}, {{0, 5}, {1, 3}}); }, "a guard is false of them");
  expect_error([&] { mode.with_other_sizes({context}, {{0, -3}, {1, 6}}); }, "a size is too small");
  expect_error([&] { mode.with_other_sizes({context}, {{0, 3}}); }, "s1 has no value");
}

TEST_F(Inputs, AModeNeedsAnEnvironmentAndContexts) {
  expect_error([] { const FakeTensorMode none(nullptr); }, "the shape environment is null");
  expect_error([&] { mode.from_tensor(at::ones({2}), nullptr); }, "the symbolic context is null");
  mode.from_tensor(at::ones({2}));
  expect_error([&] { fresh_fake_mode(mode, {nullptr}); }, "the context of t0 is null");
}

TEST_F(Inputs, TensorsOfAnotherModeAreRejected) {
  FakeTensorMode other(env);
  const at::Tensor mine = mode.from_tensor(at::ones({4}).requires_grad_());
  const at::Tensor foreign = other.from_tensor(at::ones({4}));
  const at::Tensor item = other.from_tensor(at::ones({}, at::kLong));
  expect_error([&] { static_cast<void>(mode.symbolic_geometry(foreign)); }, "of another FakeTensorMode");
  expect_error([&] { static_cast<void>(mode.symbolic_item(item)); }, "of another FakeTensorMode");
  expect_error([&] { mine.detach().set_data(foreign); }, "Mixing fake modes");
  expect_error([&] { mine.mul(2).backward(foreign); }, "Mixing fake modes");
  const at::Tensor y = mine.mul(2);
  y.register_hook([&](const at::Tensor& /*gradient*/) { return foreign; });
  expect_error([&] { y.sum().backward(); }, "Mixing fake modes");
}

}  // namespace
}  // namespace modecheck::engine::fake
