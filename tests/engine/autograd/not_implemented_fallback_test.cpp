// Tests rule F3: custom operators without a derivative keep the rules with the kernels autogradNotImplementedFallback
// and autogradNotImplementedInplaceOrViewFallback.
#include <torch/csrc/autograd/autograd_not_implemented_fallback.h>
#include <torch/library.h>

#include <vector>

#include "spec/operators/pointwise.h"
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

template <typename Function>
auto typed(const char* name) {
  return c10::Dispatcher::singleton().findSchemaOrThrow(name, "").typed<Function>();
}

Tensor doubled(const Tensor& self) { return call<operators::add_Tensor>(self, self, 1); }
Tensor& add_one(Tensor& self) {
  self.add_(number(1));
  return self;
}
Tensor& add_to_second(const Tensor& other, Tensor& self) {
  self.add_(other);
  return self;
}
Tensor add_and_show(Tensor& self) {
  self.add_(number(1));
  return self.select(0, 0);
}
Tensor first_row(const Tensor& self) { return self.select(0, 0); }
std::vector<Tensor> rows(const Tensor& self) { return self.unbind(0); }
Tensor truth(const Tensor& self) { return self.gt(0); }

}  // namespace

TORCH_LIBRARY(underived, m) {
  m.def("doubled(Tensor self) -> Tensor");
  m.def("add_one(Tensor(a!) self) -> Tensor(a!)");
  m.def("add_to_second(Tensor other, Tensor(a!) self) -> Tensor(a!)");
  m.def("add_and_show(Tensor(a!) self) -> Tensor(a)");
  m.def("first_row(Tensor(a) self) -> Tensor(a)");
  m.def("rows(Tensor(a) self) -> Tensor(a)[]");
  m.def("truth(Tensor self) -> Tensor");
}
TORCH_LIBRARY_IMPL(underived, CPU, m) {
  m.impl("doubled", &doubled);
  m.impl("add_one", &add_one);
  m.impl("add_to_second", &add_to_second);
  m.impl("add_and_show", &add_and_show);
  m.impl("first_row", &first_row);
  m.impl("rows", &rows);
  m.impl("truth", &truth);
}
TORCH_LIBRARY_IMPL(underived, Autograd, m) {
  for (const char* name : {"doubled", "add_one", "add_to_second", "add_and_show", "first_row", "rows", "truth"})
    m.impl(name, torch::autograd::autogradNotImplementedFallback());
}
TORCH_LIBRARY_IMPL(underived, ADInplaceOrView, m) {
  for (const char* name : {"add_one", "add_to_second", "add_and_show", "first_row", "rows"})
    m.impl(name, torch::autograd::autogradNotImplementedInplaceOrViewFallback());
}

TEST(NotImplementedFallback, ResultsCannotBeDifferentiated) {
  const auto op = typed<Tensor(const Tensor&)>("underived::doubled");
  EXPECT_FALSE(op.call(normal()).requires_grad());
  const Tensor l = leaf({2});
  const Tensor result = op.call(l);
  EXPECT_TRUE(result.requires_grad());
  EXPECT_EQ(result.grad_fn()->name(), "torch::autograd::NotImplemented");
  EXPECT_EQ(rejected([&] { result.sum().backward(); }), ErrorClass::NotDifferentiable);
  EXPECT_FALSE(l.grad().defined());
  const at::NoGradGuard guard;
  EXPECT_FALSE(op.call(l).requires_grad());
}

TEST(NotImplementedFallback, NothingFlowsThroughIntegers) {
  EXPECT_FALSE(typed<Tensor(const Tensor&)>("underived::truth").call(leaf({2})).requires_grad());
}

TEST(NotImplementedFallback, V3W4WritesAreCheckedCountedAndRecorded) {
  const auto op = typed<Tensor&(Tensor&)>("underived::add_one");
  Tensor l = leaf({2});
  EXPECT_EQ(rejected([&] { op.call(l); }), ErrorClass::LeafInPlace);
  Tensor result = l.clone();
  const Tensor view = result.view({2});
  op.call(result);
  EXPECT_EQ(result._version(), 1);
  EXPECT_EQ(rejected([&] { view.sum().backward(); }), ErrorClass::NotDifferentiable);
  Tensor part = l.clone().view({2});
  op.call(part);
  EXPECT_EQ(rejected([&] { part.sum().backward(); }), ErrorClass::NotDifferentiable);
}

TEST(NotImplementedFallback, TheSecondArgumentMayBeTheWrittenOne) {
  const auto op = typed<Tensor&(const Tensor&, Tensor&)>("underived::add_to_second");
  Tensor self = normal();
  op.call(leaf(self.sizes()), self);
  EXPECT_TRUE(self.requires_grad());
  EXPECT_EQ(self._version(), 1);
  EXPECT_EQ(rejected([&] { self.sum().backward(); }), ErrorClass::NotDifferentiable);
}

TEST(NotImplementedFallback, M2M1InferenceTensors) {
  const auto op = typed<Tensor&(Tensor&)>("underived::add_one");
  Tensor i = inference();
  const std::vector<double> before = values(i);
  EXPECT_EQ(rejected([&] { op.call(i); }), ErrorClass::InferenceWriteOutsideMode);
  EXPECT_EQ(values(i), before);
  const c10::InferenceMode mode;
  op.call(i);
  EXPECT_NE(values(i), before);
}

TEST(NotImplementedFallback, W1ViewsAreTracked) {
  const auto op = typed<Tensor(const Tensor&)>("underived::first_row");
  const Tensor base = normal();
  const Tensor view = op.call(base);
  EXPECT_TRUE(view.is_view());
  EXPECT_EQ(view._version(), base._version());
  base.add_(number(1));
  EXPECT_EQ(view._version(), 1);
  EXPECT_FALSE(op.call(inference()).is_view());
  for (const Tensor& row : typed<std::vector<Tensor>(const Tensor&)>("underived::rows").call(leaf({2, 2}).clone())) {
    EXPECT_TRUE(row.is_view());
    EXPECT_EQ(rejected([&] { row.add_(number(1)); }), ErrorClass::ViewOfMultiOutput);
  }
}

// In the schema the alias set of a written argument has a `!`; the alias set of a returned view has none.
TEST(NotImplementedFallback, V3W1OneCallMayWriteAndShow) {
  Tensor base = normal();
  const Tensor view = typed<Tensor(Tensor&)>("underived::add_and_show").call(base);
  EXPECT_TRUE(view.is_view());
  EXPECT_EQ(base._version(), 1);
  EXPECT_EQ(view._version(), 1);
}

TEST(NotImplementedFallback, W5E1AViewsHistoryIsNotMadeAgain) {
  const auto op = typed<Tensor(const Tensor&)>("underived::first_row");
  const Tensor base = leaf({2, 2}).clone();
  const Tensor view = op.call(base);
  const std::vector<double> before = values(base);
  EXPECT_EQ(rejected([&] { view.add_(leaf({2})); }), ErrorClass::NotDifferentiable);
  EXPECT_EQ(values(base), before);
  EXPECT_EQ(base._version(), 0);
  EXPECT_EQ(base.grad_fn()->name(), "CloneBackward0");
  // The operator has no derivative, so neither its view nor a view of that view can be regenerated. A write to the base
  // is allowed, but makes the view unusable.
  EXPECT_EQ(rejected([&] { view.select(0, 0).add_(leaf({})); }), ErrorClass::NotDifferentiable);
  base.add_(leaf({2, 2}));
  EXPECT_EQ(base._version(), 1);
  EXPECT_EQ(rejected([&] { static_cast<void>(view.grad_fn()); }), ErrorClass::NotDifferentiable);
  base.sum().backward();
  // A view without a recorded history needs no regeneration.
  const Tensor unrecorded = op.call(normal({2, 2}));
  unrecorded.add_(number(1));
  EXPECT_EQ(unrecorded._version(), 1);
  const at::NoGradGuard guard;
  view.add_(number(1));
}

TEST(NotImplementedFallback, OnlyTheFirstResultMayBeAView) {
  auto m = MAKE_TORCH_LIBRARY(underived_views);
  m.def("both(Tensor(a) x, Tensor(b) y) -> (Tensor(a), Tensor(b))");
  m.def("second(Tensor x, Tensor(b) y) -> (Tensor, Tensor(b))");
  auto cpu = MAKE_TORCH_LIBRARY_IMPL(underived_views, CPU);
  auto views = MAKE_TORCH_LIBRARY_IMPL(underived_views, ADInplaceOrView);
  for (const char* const name : {"both", "second"}) {
    cpu.impl(name, [](const Tensor& x, const Tensor& y) { return std::tuple<Tensor, Tensor>(x.detach(), y.detach()); });
    views.impl(name, torch::autograd::autogradNotImplementedInplaceOrViewFallback());
    const std::string full = std::string("underived_views::") + name;
    const auto op = typed<std::tuple<Tensor, Tensor>(const Tensor&, const Tensor&)>(full.c_str());
    EXPECT_EQ(rejected([&] { op.call(normal(), normal()); }), ErrorClass::Unsupported) << name;
  }
}

}  // namespace modecheck::engine
