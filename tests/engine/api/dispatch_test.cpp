// Tests the D rules: through which dispatch keys a call goes. It also tests how operators are called by name.
#include "engine/dispatch/dispatcher.h"
#include "spec/operators/catalogue.h"
#include "tests/engine/support.h"

namespace modecheck::engine {

TEST(Dispatch, D3RoutesOutsideTheMode) {
  const Tensor n = normal();
  const Tensor i = inference();
  EXPECT_EQ(route([&] { n.add(i); }), "AB");
  EXPECT_EQ(route([&] { i.add(i); }), "B");
  EXPECT_EQ(route([&] { n.add_(i); }), "AVB");
  EXPECT_EQ(route([&] { n.view({6}); }), "AVB");
  EXPECT_EQ(route([&] { i.view({6}); }), "VB");
  RouteTrace trace;
  EXPECT_EQ(rejected([&] { i.add_(i); }), ErrorClass::InferenceWriteOutsideMode);
  ASSERT_EQ(trace.steps().size(), 1U);
  EXPECT_EQ(trace.steps()[0].key, c10::DispatchKey::ADInplaceOrView);
}

TEST(Dispatch, D3RoutesInsideTheMode) {
  const Tensor n = normal();
  const Tensor i = inference();
  const c10::InferenceMode mode;
  EXPECT_EQ(route([&] { n.add(i); }), "B");
  EXPECT_EQ(route([&] { n.add_(i); }), "VB");
  EXPECT_EQ(route([&] { i.add_(i); }), "B");
  EXPECT_EQ(route([&] { n.view({6}); }), "VB");
  EXPECT_EQ(route([&] { i.view({6}); }), "B");
  EXPECT_EQ(route([&] { at::zeros({2}); }), "B");
}

TEST(Dispatch, D4CompositesRunAsTheirParts) {
  // chunk is a composite: `ones` runs on the backend first, and then `split` runs through Autograd, ADInplaceOrView and
  // the backend.
  EXPECT_EQ(route([] { normal().chunk(2, 0); }), "BAVB");
}

TEST(Dispatch, MetaIsABackendKey) {
  const Tensor meta = at::empty({2, 3}, at::kMeta);
  RouteTrace trace;
  EXPECT_EQ(meta.add(meta).sizes(), c10::IntArrayRef({2, 3}));
  EXPECT_EQ(trace.steps().back().key, c10::DispatchKey::Meta);
  EXPECT_EQ(meta.data_ptr(), nullptr);
}

TEST(Dispatch, BackwardIsSilent) {
  const Tensor sum = leaf().sum();
  EXPECT_EQ(route([&] { sum.backward(); }), "");
}

TEST(Dispatch, EveryOperatorCanBeCalledByName) {
  for (std::size_t i = 0; i < operators::Catalogue::size; ++i) {
    const auto& schema = *operator_at(i).schema;
    const auto found =
        c10::Dispatcher::singleton().findSchema("aten::" + std::string(schema.name), std::string(schema.overload));
    ASSERT_TRUE(found.has_value()) << schema.text;
    EXPECT_EQ(c10::toString(found->schema()), "aten::" + std::string(schema.text));
    // A call of an operator with too few arguments is rejected; it is not undefined behaviour.
    torch::jit::Stack stack;
    EXPECT_EQ(rejected([&] { found->callBoxed(&stack); }), ErrorClass::Argument) << schema.text;
  }
}

TEST(Dispatch, BoxedCalls) {
  auto& dispatcher = c10::Dispatcher::singleton();
  const Tensor a = normal();
  torch::jit::Stack stack{a, a, 3};
  dispatcher.findSchemaOrThrow("aten::add_", "Tensor").callBoxed(&stack);
  ASSERT_EQ(stack.size(), 1U);
  EXPECT_TRUE(stack[0].toTensor().is_same(a));
  EXPECT_EQ(values(a), std::vector<double>(6, 4.0));
  stack = {a, 2, 1};
  dispatcher.findSchemaOrThrow("aten::split", "Tensor").callBoxed(&stack);
  EXPECT_EQ(stack[0].toTensorVector().size(), 2U);
  stack = {std::vector<Tensor>{a, a}, 0};
  dispatcher.findSchemaOrThrow("aten::cat", "").callBoxed(&stack);
  EXPECT_EQ(stack[0].toTensor().sizes(), c10::IntArrayRef({4, 3}));
  stack = {a, c10::IValue(), true, c10::IValue()};
  dispatcher.findSchemaOrThrow("aten::sum", "dim_IntList").callBoxed(&stack);
  EXPECT_EQ(stack[0].toTensor().sizes(), c10::IntArrayRef({1, 1}));
  stack = {a, a};
  EXPECT_EQ(rejected([&] { dispatcher.findSchemaOrThrow("aten::nothing", ""); }), ErrorClass::UnknownOperator);
  stack = {1, 2};
  EXPECT_EQ(rejected([&] { dispatcher.findSchemaOrThrow("aten::mul", "Tensor").callBoxed(&stack); }),
            ErrorClass::Argument);
}

}  // namespace modecheck::engine
