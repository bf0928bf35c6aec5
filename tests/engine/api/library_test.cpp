// Tests rules D5 and F1 to F3: custom operators are defined and called in the way of programs written for libtorch.
#include <torch/library.h>

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

using c10::DispatchKey;

// Every test kernel appends its letter, so this string shows which kernels ran, in order.
std::string ran;

template <typename Function>
auto typed(const char* name, const char* overload = "") {
  return c10::Dispatcher::singleton().findSchemaOrThrow(name, overload).typed<Function>();
}

torch::Library fragment() { return {torch::Library::FRAGMENT, "lib", std::nullopt, __FILE__, __LINE__}; }

std::string kernels_of(const char* name) {
  return c10::Dispatcher::singleton().findSchemaOrThrow(name, "").dumpComputedTable();
}

Tensor twice(const Tensor& self) { return self.add(self); }
Tensor with_default(const Tensor& self, std::int64_t /*times*/, c10::optional<double> /*by*/) { return self; }

// A test kernel stores here which modes were set on its thread while it ran.
ModeState seen;

}  // namespace

TORCH_LIBRARY(lib, m) {
  m.def("twice", &twice);
  m.def("with_default(Tensor self, int times=1, float? by=None) -> Tensor", TORCH_FN(with_default));
  m.def("backend_only(Tensor self) -> Tensor");
  m.def("routed(Tensor(a!) self) -> Tensor(a!)");
}
TORCH_LIBRARY_FRAGMENT(lib, m) { m.def("in_fragment.overload(Tensor self) -> int"); }
TORCH_LIBRARY_IMPL(lib, CPU, m) {
  m.impl("backend_only", [](const Tensor& self) {
    ran += 'B';
    seen = thread_state;
    return self.mul(self);
  });
  m.impl("in_fragment.overload", [](const Tensor& self) { return self.numel(); });
}
TORCH_LIBRARY_IMPL(lib, Meta, m) {
  m.impl("backend_only", [](const Tensor& self) {
    ran += 'M';
    return self.mul(self);
  });
}

TEST(Library, SchemasAreInferredAndChecked) {
  EXPECT_EQ(toString(c10::Dispatcher::singleton().findSchemaOrThrow("lib::twice", "").schema()),
            "lib::twice(Tensor _0) -> Tensor _0");
  auto m = fragment();
  m.def("all_types", [](const Tensor& a, c10::ScalarType, c10::IntArrayRef, c10::optional<Tensor>, at::TensorList,
                        const c10::Scalar&, std::string, c10::Device, c10::OptionalIntArrayRef, c10::List<double>,
                        bool) { return std::tuple<Tensor, std::int64_t>(a, 1); });
  EXPECT_EQ(toString(c10::Dispatcher::singleton().findSchemaOrThrow("lib::all_types", "").schema()),
            "lib::all_types(Tensor _0, ScalarType _1, int[] _2, Tensor? _3, Tensor[] _4, Scalar _5, str _6, Device _7, "
            "int[]? _8, float[] _9, bool _10) -> (Tensor _0, int _1)");
  m.def("nothing", [](const Tensor&) {});
  EXPECT_EQ(toString(c10::Dispatcher::singleton().findSchemaOrThrow("lib::nothing", "").schema()),
            "lib::nothing(Tensor _0) -> ()");
  m.def("text( Tensor(a!) self,float x=1.5 , *, int[2] s=[1, 2], str n=\"a, b)\", Tensor?[] z )->Tensor(a!)");
  EXPECT_EQ(toString(c10::Dispatcher::singleton().findSchemaOrThrow("lib::text", "").schema()),
            "lib::text(Tensor(a!) self, float x=1.5, *, int[2] s=[1, 2], str n=\"a, b)\", Tensor?[] z) -> Tensor(a!)");
  for (const char* wrong :
       {"f", "f(Tnsor a) -> ()", "f(Tensor a -> ()", "f(Tensor a)", "f(Tensor) -> ()", "(Tensor a) -> ()",
        "f(Tensor a) -> () ()", "f(Tensor(a! self) -> ()", "f(int a=) -> ()", "f(Tensor[ a) -> ()"})
    EXPECT_EQ(rejected([&] { m.def(wrong); }), ErrorClass::Argument) << wrong;
}

TEST(Library, WhatDoesNotFitIsRejected) {
  auto m = fragment();
  m.def("fits(Tensor self) -> Tensor");
  EXPECT_EQ(rejected([&] { m.impl("fits", [](const Tensor& a, const Tensor&) { return a; }); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { m.impl("fits", [](const Tensor&) {}); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { m.impl("fits", [](std::int64_t) { return Tensor(); }); }), ErrorClass::Argument);
  m.impl("fits", DispatchKey::CPU, [](const Tensor& a) { return a; });
  // All kernels of a schema are called through one type of function pointer. So a kernel with another C++ signature is
  // rejected.
  EXPECT_EQ(rejected([&] { m.impl("fits", DispatchKey::Meta, [](Tensor a) { return a; }); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([] { typed<Tensor(Tensor)>("lib::fits"); }), ErrorClass::Argument);
  EXPECT_TRUE(typed<Tensor(const Tensor&)>("lib::fits").call(normal()).defined());

  EXPECT_EQ(rejected([&] { m.def("fits(Tensor self) -> Tensor"); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { m.def("other::fits(Tensor self) -> Tensor"); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([] { MAKE_TORCH_LIBRARY(lib); }), ErrorClass::Argument);
  auto cpu = MAKE_TORCH_LIBRARY_IMPL(lib, CPU);
  EXPECT_EQ(rejected([&] { cpu.def("more(Tensor self) -> Tensor"); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { cpu.impl("fits", DispatchKey::Meta, [](const Tensor& a) { return a; }); }),
            ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { cpu.fallback(torch::CppFunction::makeFallthrough()); }), ErrorClass::Argument);
}

TEST(Library, TheCatalogueIsNotReplaced) {
  torch::Library m(torch::Library::FRAGMENT, "aten", std::nullopt, __FILE__, __LINE__);
  EXPECT_EQ(rejected([&] { m.def("neg(Tensor self) -> Tensor"); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { m.impl("neg", DispatchKey::CPU, [](const Tensor& a) { return a; }); }),
            ErrorClass::Unsupported);
  m.def("an_operator_of_our_own(Tensor self) -> Tensor");
  EXPECT_TRUE(c10::Dispatcher::singleton().findSchema("aten::an_operator_of_our_own", "").has_value());
}

TEST(Library, RegistrationsEndWithTheirLibrary) {
  {
    auto m = fragment();
    m.def("passing(Tensor self) -> int");
    m.impl("passing", DispatchKey::CPU, [](const Tensor&) { return std::int64_t{1}; });
    const auto op = typed<std::int64_t(const Tensor&)>("lib::passing");
    EXPECT_EQ(op.call(normal()), 1);
    {
      // The latest registration of a kernel is in effect. When it ends, the registration before it takes effect again.
      auto over = MAKE_TORCH_LIBRARY_IMPL(lib, CPU);
      over.impl("passing", [](const Tensor&) { return std::int64_t{2}; });
      EXPECT_EQ(op.call(normal()), 2);
    }
    EXPECT_EQ(op.call(normal()), 1);
  }
  EXPECT_FALSE(c10::Dispatcher::singleton().findSchema("lib::passing", "").has_value());
  EXPECT_EQ(rejected([] { c10::Dispatcher::singleton().findSchemaOrThrow("lib::passing", ""); }),
            ErrorClass::UnknownOperator);
}

TEST(Library, RegisterOperatorsDefinesToo) {
  struct Counting final : c10::OperatorKernel {
    explicit Counting(int* calls) : calls_(calls) {}
    void operator()(const Tensor& /*self*/) { ++*calls_; }

   private:
    int* calls_;
  };
  int calls = 0;
  const auto both = torch::RegisterOperators()
                        .op("older::twice", &twice)
                        .op("older::count(Tensor self) -> ()",
                            torch::RegisterOperators::options().kernel<Counting>(DispatchKey::CPU, &calls));
  EXPECT_EQ(values(typed<Tensor(const Tensor&)>("older::twice").call(normal())), std::vector<double>(6, 2));
  typed<void(const Tensor&)>("older::count").call(normal());
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(rejected([] { torch::RegisterOperators().op("older::no_kernel"); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([] { torch::RegisterOperators().op(torch::RegisterOperators::options()); }), ErrorClass::Argument);
}

TEST(Library, KernelsMayComeBeforeTheDefinition) {
  auto impl = MAKE_TORCH_LIBRARY_IMPL(early, CPU);
  impl.impl("bird", [](const Tensor& a) { return a.numel(); });
  EXPECT_FALSE(c10::Dispatcher::singleton().findSchema("early::bird", "").has_value());
  EXPECT_TRUE(c10::Dispatcher::singleton().findOp({"early::bird", ""}).has_value());
  auto m = MAKE_TORCH_LIBRARY(early);
  EXPECT_EQ(rejected([&] { m.def("bird(Tensor self) -> Tensor"); }), ErrorClass::Argument);
  m.def("bird(Tensor self) -> int");
  EXPECT_EQ(typed<std::int64_t(const Tensor&)>("early::bird").call(normal()), 6);
}

// Rule D5: a call of an operator with only a backend kernel falls through Autograd and ADInplaceOrView. Operators that
// the kernel calls are ordinary calls.
TEST(Library, D5ABackendKernelAlone) {
  const auto op = typed<Tensor(const Tensor&)>("lib::backend_only");
  const Tensor l = leaf();
  ran.clear();
  const ModeState before = thread_state;
  const std::string keys = route([&] { EXPECT_TRUE(op.call(l).requires_grad()); });
  EXPECT_EQ(ran, "B");
  EXPECT_EQ(seen, before);
  EXPECT_EQ(keys, "AB");  // the kernel calls mul, which is an ordinary call and records itself
  op.call(at::empty({2}, at::kMeta));
  EXPECT_EQ(ran, "BM");
  const c10::InferenceMode mode;
  EXPECT_TRUE(op.call(l).is_inference());
  EXPECT_TRUE(seen.inference);
}

TEST(Library, D5WithoutItsOwnKernelsAWriteEscapes) {
  auto m = fragment();
  m.def("escaping_(Tensor(a!) self) -> Tensor(a!)");
  m.impl("escaping_", DispatchKey::CPU, [](Tensor& self) -> Tensor& {
    *self.data_ptr<float>() = 5;
    return self;
  });
  const auto op = typed<Tensor&(Tensor&)>("lib::escaping_");
  Tensor n = normal();
  EXPECT_TRUE(op.call(n).is_same(n));
  EXPECT_EQ(n._version(), 0);
  Tensor i = inference();
  op.call(i);
  EXPECT_EQ(values(i)[0], 5);
  // Rule F3: checkCustomOperators names the kernels that a custom operator lacks.
  const std::string found = c10::Dispatcher::singleton().checkCustomOperators();
  EXPECT_NE(found.find("F3: lib::escaping_ writes an argument and has no ADInplaceOrView kernel (D5)"),
            std::string::npos)
      << found;
  EXPECT_NE(found.find("lib::escaping_ writes an argument and has no AutogradCPU kernel (D5)"), std::string::npos);
  EXPECT_EQ(found.find("example::"), std::string::npos) << found;
}

// Rule F3: checkCustomOperators names a missing Autograd kernel for every backend, and not only for CPU and Meta.
TEST(Library, D5AWriteEscapesOnEachBackend) {
  struct Backend {
    DispatchKey key;
    const char* autograd;
  };
  const auto found = [] { return c10::Dispatcher::singleton().checkCustomOperators(); };
  for (const Backend& backend : {Backend{DispatchKey::CPU, "AutogradCPU"}, Backend{DispatchKey::CUDA, "AutogradCUDA"},
                                 Backend{DispatchKey::XLA, "AutogradXLA"}, Backend{DispatchKey::Lazy, "AutogradLazy"},
                                 Backend{DispatchKey::Meta, "AutogradMeta"}}) {
    auto m = fragment();
    m.def("escaping_elsewhere_(Tensor(a!) self) -> Tensor(a!)");
    m.impl("escaping_elsewhere_", backend.key, [](Tensor& self) -> Tensor& { return self; });
    const std::string line =
        "F3: lib::escaping_elsewhere_ writes an argument and has no " + std::string(backend.autograd) + " kernel (D5)";
    EXPECT_NE(found().find(line), std::string::npos) << found();
    m.impl("escaping_elsewhere_", DispatchKey::Autograd, [](Tensor& self) -> Tensor& { return self; });
    EXPECT_EQ(found().find(line), std::string::npos) << found();
  }
}

TEST(Library, D4ACatchAllKernelIsAComposite) {
  const auto op = typed<Tensor(const Tensor&)>("lib::twice");
  EXPECT_EQ(route([&] { op.call(leaf()); }), "BAB");  // the composite runs `ones` on the backend, and then `add`
  const Tensor l = leaf();
  op.call(l).sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(6, 2));
}

TEST(Library, D1AndD2AllKernelsInOrder) {
  auto m = fragment();
  static auto op = typed<Tensor&(Tensor&)>("lib::routed");
  m.impl("routed", torch::dispatch(DispatchKey::CPU, [](Tensor& self) -> Tensor& {
           ran += 'B';
           return self;
         }));
  m.impl("routed", DispatchKey::ADInplaceOrView, [](c10::DispatchKeySet keys, Tensor& self) -> Tensor& {
    ran += 'V';
    return op.redispatch(keys & c10::after_ADInplaceOrView_keyset, self);
  });
  m.impl("routed", torch::dispatch(DispatchKey::Autograd, [](c10::DispatchKeySet keys, Tensor& self) -> Tensor& {
           ran += 'A';
           return op.redispatch(keys & c10::after_autograd_keyset, self);
         }));
  const auto route_of = [&](Tensor tensor) {
    ran.clear();
    op.call(tensor);
    return ran;
  };
  EXPECT_EQ(route_of(normal()), "AVB");
  EXPECT_EQ(route_of(inference()), "VB");
  {
    const at::AutoDispatchBelowAutograd below;
    EXPECT_EQ(route_of(normal()), "VB");
  }
  {
    const at::AutoDispatchBelowADInplaceOrView below;
    EXPECT_EQ(route_of(normal()), "B");
  }
  const Tensor n = normal();
  const Tensor i = inference();
  const c10::InferenceMode mode;
  EXPECT_EQ(route_of(n), "VB");
  EXPECT_EQ(route_of(i), "B");
}

TEST(Library, AnUndefinedOrAbsentTensorHasNoKeys) {
  auto m = fragment();
  m.def("maybe(Tensor? a, Tensor[] b, Tensor?[] c) -> int");
  m.impl("maybe", DispatchKey::CPU,
         [](const c10::optional<Tensor>&, at::TensorList, const c10::List<c10::optional<Tensor>>&) {
           return std::int64_t{1};
         });
  const auto op =
      typed<std::int64_t(const c10::optional<Tensor>&, at::TensorList, const c10::List<c10::optional<Tensor>>&)>(
          "lib::maybe");
  const std::vector<Tensor> one{normal()};
  EXPECT_EQ(op.call(normal(), {}, {}), 1);
  EXPECT_EQ(op.call(c10::nullopt, one, {}), 1);
  EXPECT_EQ(op.call(Tensor(), {}, {c10::nullopt, normal()}), 1);
  EXPECT_EQ(rejected([&] { op.call(c10::nullopt, {}, {}); }), ErrorClass::Unsupported);
  EXPECT_EQ(rejected([&] { op.call(at::empty({2}, at::kMeta), {}, {}); }), ErrorClass::Unsupported);
  EXPECT_THROW(op.call(c10::nullopt, {}, {}), c10::NotImplementedError);
}

// The order of precedence is libtorch's: a kernel for the exact key, an explicit composite, an implicit composite, a
// kernel for the Autograd alias, the fallback. If a backend has a kernel, the backend's Autograd key skips the implicit
// composite.
TEST(Library, PrecedenceOfKernels) {
  auto m = fragment();
  m.def("precedence(Tensor self) -> int");
  const auto op = typed<std::int64_t(const Tensor&)>("lib::precedence");
  const auto kernel = [](std::int64_t number) { return [number](const Tensor&) { return number; }; };
  const Tensor n = normal();
  const Tensor i = inference();
  const Tensor meta = at::empty({2}, at::kMeta);
  m.impl("precedence", kernel(1));
  EXPECT_EQ(op.call(n), 1);
  EXPECT_EQ(op.call(i), 1);
  auto with_cpu = fragment();
  with_cpu.impl("precedence", DispatchKey::CPU, kernel(2));
  EXPECT_EQ(op.call(n), 2);     // with a CPU kernel, the composite kernel does not serve AutogradCPU any more
  EXPECT_EQ(op.call(meta), 1);  // a Meta tensor still runs the composite kernel
  with_cpu.impl("precedence", DispatchKey::Autograd, kernel(3));
  EXPECT_EQ(op.call(n), 3);
  EXPECT_EQ(op.call(i), 2);
  EXPECT_EQ(op.call(meta), 1);  // the composite kernel comes before the kernel for the Autograd alias
  with_cpu.impl("precedence", DispatchKey::AutogradCPU, kernel(4));
  EXPECT_EQ(op.call(n), 4);
  with_cpu.impl("precedence", DispatchKey::CompositeExplicitAutograd, kernel(5));
  EXPECT_EQ(op.call(meta), 3);  // an explicit composite kernel counts as a backend kernel
  const c10::InferenceMode mode;
  EXPECT_EQ(op.call(meta), 5);
  EXPECT_EQ(op.call(i), 2);
  EXPECT_NE(kernels_of("lib::precedence").find("Meta: explicit composite\n"), std::string::npos);
  EXPECT_NE(kernels_of("lib::precedence").find("ADInplaceOrView: falls through\n"), std::string::npos);
}

TEST(Library, AFallthroughKernelIsNotThere) {
  auto m = fragment();
  m.def("through(Tensor self) -> int");
  const auto op = typed<std::int64_t(const Tensor&)>("lib::through");
  m.impl("through", DispatchKey::CPU, [](const Tensor&) { return std::int64_t{1}; });
  m.impl("through", DispatchKey::Autograd, [](const Tensor&) { return std::int64_t{2}; });
  EXPECT_EQ(op.call(normal()), 2);
  m.impl("through", DispatchKey::AutogradCPU, torch::CppFunction::makeFallthrough());
  EXPECT_EQ(op.call(normal()), 1);
  EXPECT_EQ(op.redispatch(normal().key_set(), normal()), 1);

  // Who names the key gets an error, because there is nothing to run.
  const c10::OperatorHandle through = c10::Dispatcher::singleton().findSchemaOrThrow("lib::through", "");
  torch::jit::Stack stack{normal()};
  EXPECT_EQ(rejected([&] { through.callBoxedForDispatchKey(DispatchKey::AutogradCPU, stack); }),
            ErrorClass::Unsupported);
}

namespace {

void boxed_kernel(const c10::OperatorHandle& op, torch::jit::Stack* stack) {
  ran += op.schema().name();
  const auto arguments = torch::jit::pop(*stack, op.schema().arguments().size());
  torch::jit::push(*stack, arguments[0].toTensor().add(arguments[0].toTensor()), arguments[1].toInt() + 1);
}

void boxed_fallback(const c10::OperatorHandle& op, c10::DispatchKeySet keys, torch::jit::Stack* stack) {
  ran += 'F';
  op.redispatchBoxed(keys.remove(DispatchKey::TESTING_ONLY_GenericMode), stack);
}

}  // namespace

TEST(Library, BoxedKernelsAndCalls) {
  auto m = fragment();
  m.def("boxed(Tensor self, int n) -> (Tensor, int)");
  m.impl("boxed", DispatchKey::CPU, torch::CppFunction::makeFromBoxedFunction<&boxed_kernel>());
  ran.clear();
  const auto [sum, next] =
      typed<std::tuple<Tensor, std::int64_t>(const Tensor&, std::int64_t)>("lib::boxed").call(normal(), 3);
  EXPECT_EQ(ran, "lib::boxed");
  EXPECT_EQ(values(sum), std::vector<double>(6, 2));
  EXPECT_EQ(next, 4);

  torch::jit::Stack stack;
  torch::jit::push(stack, "below", normal(), 7);
  c10::Dispatcher::singleton().findSchemaOrThrow("lib::boxed", "").callBoxed(&stack);
  ASSERT_EQ(stack.size(), 3U);
  EXPECT_EQ(torch::jit::pop(stack).toInt(), 8);
  EXPECT_EQ(values(torch::jit::peek(stack, 0, 1).toTensor()), std::vector<double>(6, 2));
  torch::jit::drop(stack, 1);
  EXPECT_EQ(torch::jit::pop(stack).toStringRef(), "below");
  EXPECT_EQ(rejected([&] { torch::jit::pop(stack); }), ErrorClass::Argument);

  // Call a custom operator's unboxed kernel through the boxed interface.
  stack = {normal(), 1, c10::IValue()};
  const auto with = c10::Dispatcher::singleton().findSchemaOrThrow("lib::with_default", "");
  with.callBoxed(stack);
  ASSERT_EQ(stack.size(), 1U);
  stack = {normal()};
  EXPECT_EQ(rejected([&] { with.callBoxed(stack); }), ErrorClass::Argument);
  stack = {normal(), "one", c10::IValue()};
  EXPECT_EQ(rejected([&] { with.callBoxed(stack); }), ErrorClass::Argument);
}

TEST(Library, ABoxedFallbackServesEveryOperatorUnderItsKey) {
  const auto op = typed<Tensor(const Tensor&)>("lib::backend_only");
  auto all = MAKE_TORCH_LIBRARY_IMPL(_, TESTING_ONLY_GenericMode);
  all.fallback(torch::CppFunction::makeFromBoxedFunction<&boxed_fallback>());
  {
    const c10::impl::IncludeDispatchKeyGuard mode(DispatchKey::TESTING_ONLY_GenericMode);
    ran.clear();
    op.call(inference());
    EXPECT_EQ(ran, "FB");
    torch::jit::Stack stack{inference()};
    op.callBoxed(&stack);
    EXPECT_EQ(ran, "FBFB");
  }
  op.call(inference());
  EXPECT_EQ(ran, "FBFBB");
  // A dispatch key has only one fallback. So a fallback is rejected for AutogradCPU, which has a built-in fallthrough,
  // and for a key whose fallback is already registered.
  auto autograd = MAKE_TORCH_LIBRARY_IMPL(_, AutogradCPU);
  EXPECT_EQ(rejected([&] { autograd.fallback(torch::CppFunction::makeFallthrough()); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { all.fallback([](const Tensor&) {}); }), ErrorClass::Argument);
}

TEST(Library, OperatorsOfTheCatalogueHaveKernelsForEachDevice) {
  c10::Dispatcher& dispatcher = c10::Dispatcher::singleton();
  const c10::OperatorHandle add = dispatcher.findSchemaOrThrow("aten::add", "Tensor");
  for (const DispatchKey key : {DispatchKey::CPU, DispatchKey::CUDA, DispatchKey::Meta, DispatchKey::ADInplaceOrView,
                                DispatchKey::AutogradCPU, DispatchKey::AutogradCUDA, DispatchKey::AutogradMeta})
    EXPECT_TRUE(add.hasComputedKernelForDispatchKey(key)) << toString(key);
  EXPECT_FALSE(add.hasComputedKernelForDispatchKey(DispatchKey::XLA));
  EXPECT_FALSE(add.hasComputedKernelForDispatchKey(DispatchKey::AutogradXLA));
  const auto registered = [&](DispatchKey key) {
    const auto names = dispatcher.getRegistrationsForDispatchKey(key);
    return std::find(names.begin(), names.end(), c10::OperatorName("aten::add", "Tensor")) != names.end();
  };
  for (const DispatchKey key : {DispatchKey::CPU, DispatchKey::CUDA, DispatchKey::Meta}) {
    EXPECT_TRUE(registered(key)) << toString(key);
    EXPECT_TRUE(add.hasKernelForDispatchKey(key)) << toString(key);
  }
  for (const DispatchKey key : {DispatchKey::XLA, DispatchKey::AutogradCUDA}) {
    EXPECT_FALSE(registered(key)) << toString(key);
    EXPECT_FALSE(add.hasKernelForDispatchKey(key)) << toString(key);
  }
}

// Operators of the catalogue can be called through operator handles, as custom operators can.
TEST(Library, OperatorsOfTheCatalogueByName) {
  const auto add = typed<Tensor(const Tensor&, const Tensor&, const c10::Scalar&)>("aten::add", "Tensor");
  EXPECT_EQ(values(add.call(normal(), normal(), 2)), std::vector<double>(6, 3));
  const auto add_ = typed<Tensor&(Tensor&, const Tensor&, const c10::Scalar&)>("aten::add_", "Tensor");
  Tensor n = normal();
  EXPECT_EQ(&add_.call(n, n, 1), &n);
  EXPECT_EQ(n._version(), 1);
  EXPECT_EQ(route([&] { add_.call(n, n, 1); }), "AVB");
  EXPECT_EQ(route([&] { add_.redispatch(n.key_set() & c10::after_autograd_keyset, n, n, 1); }), "VB");
  EXPECT_EQ(route([&] { add_.redispatch(n.key_set() & c10::after_ADInplaceOrView_keyset, n, n, 1); }), "B");
  EXPECT_EQ(rejected([] { typed<Tensor(const Tensor&)>("aten::add", "Tensor"); }), ErrorClass::Argument);
}

}  // namespace modecheck::engine
