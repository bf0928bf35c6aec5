// Tests rule S2 with saved-tensor hooks, which pack the tensors that operators save for backward.
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

using at::SavedTensorDefaultHooks;
using torch::autograd::AutogradContext;
using torch::autograd::Engine;
using torch::autograd::grad;
using torch::autograd::SavedVariable;
using torch::autograd::SavedVariableHooks;
using torch::autograd::variable_list;

// These hooks pack a copy of the saved tensor, or the tensor itself. `Written` also writes the packed tensor, and
// `Nothing` unpacks an undefined tensor.
struct Keeping final : SavedVariableHooks {
  enum class What { Copy, Itself, Written, Nothing };
  explicit Keeping(What kind) : what(kind) {}
  void call_pack_hook(const Tensor& tensor) override {
    ++packed;
    EXPECT_FALSE(at::GradMode::is_enabled());
    EXPECT_FALSE(tensor.requires_grad());
    if (what == What::Written) tensor.add_(1);
    kept = what == What::Copy ? tensor.clone() : tensor;
  }
  Tensor call_unpack_hook() override {
    ++unpacked;
    EXPECT_FALSE(at::GradMode::is_enabled());
    return what == What::Nothing ? Tensor() : kept;
  }
  What what;
  Tensor kept;
  static inline int packed = 0;
  static inline int unpacked = 0;
};

std::unique_ptr<SavedVariableHooks> keeping(Keeping::What what) {
  Keeping::packed = Keeping::unpacked = 0;
  return std::make_unique<Keeping>(what);
}

// While an instance of this engine exists, every saved tensor gets the hooks of class Keeping.
struct HookingEngine final : Engine {
  std::unique_ptr<SavedVariableHooks> get_default_saved_variable_hooks() override {
    return on ? std::make_unique<Keeping>(what) : nullptr;
  }
  Keeping::What what = Keeping::What::Copy;
  bool on = true;
};
HookingEngine& hooking_engine() {
  static HookingEngine engine;
  return engine;
}
struct DefaultHooks {
  explicit DefaultHooks(Keeping::What what) {
    Keeping::packed = Keeping::unpacked = 0;
    hooking_engine().what = what;
    hooking_engine().on = true;
    torch::autograd::set_default_engine_stub([]() -> Engine& { return hooking_engine(); });
  }
  ~DefaultHooks() { torch::autograd::set_default_engine_stub(nullptr); }
};

PyObject* hook(std::uintptr_t number) { return reinterpret_cast<PyObject*>(number); }

}  // namespace

TEST(SavedHooks, ASavedVariableComesBackWithItsHistory) {
  const Tensor x = leaf({2});
  const Tensor y = x * 2;
  SavedVariable of_leaf(x, false);
  SavedVariable of_result(y, false);
  EXPECT_TRUE(of_leaf.unpack().requires_grad());
  EXPECT_EQ(of_result.unpack().grad_fn(), y.grad_fn());
  EXPECT_EQ(values(of_result.unpack()), (std::vector<double>{2, 2}));
  of_result.register_hooks(keeping(Keeping::What::Copy));
  EXPECT_EQ(Keeping::packed, 1);
  EXPECT_EQ(of_result.unpack().grad_fn(), y.grad_fn());
  EXPECT_EQ(values(of_result.unpack()), (std::vector<double>{2, 2}));
  EXPECT_EQ(Keeping::unpacked, 2);
  of_result.reset_data();
  EXPECT_EQ(rejected([&] { of_result.unpack(); }), ErrorClass::BackwardGraphFreed);
}

TEST(SavedHooks, WhatIsSavedBecomesStale) {
  const Tensor x = normal({2});
  SavedVariable saved(x, false);
  x.add_(1);
  EXPECT_EQ(rejected([&] { saved.unpack(); }), ErrorClass::BackwardSavedTensorModified);
  // If a hook packed a copy, a later write to the tensor does no harm. If it packed the tensor itself, unpacking is
  // rejected.
  SavedVariable copied(x, false);
  copied.register_hooks(keeping(Keeping::What::Copy));
  SavedVariable itself(x, false);
  itself.register_hooks(keeping(Keeping::What::Itself));
  EXPECT_EQ(values(itself.unpack()), (std::vector<double>{2, 2}));
  x.add_(1);
  EXPECT_EQ(values(copied.unpack()), (std::vector<double>{2, 2}));
  EXPECT_EQ(rejected([&] { itself.unpack(); }), ErrorClass::BackwardSavedTensorModified);
}

TEST(SavedHooks, WhatHooksMayNot) {
  const Tensor x = normal({2});
  SavedVariable saved(x, false);
  EXPECT_EQ(rejected([&] { saved.register_hooks(keeping(Keeping::What::Written)); }), ErrorClass::Argument);
  SavedVariable other(x, false);
  other.register_hooks(keeping(Keeping::What::Nothing));
  EXPECT_EQ(rejected([&] { other.unpack(); }), ErrorClass::UndefinedTensor);
  EXPECT_EQ(rejected([&] { other.register_hooks(keeping(Keeping::What::Copy)); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { other.register_hooks(nullptr); }), ErrorClass::Argument);
  SavedVariable none(Tensor(), false);
  EXPECT_FALSE(none.unpack().defined());
  EXPECT_EQ(rejected([&] { none.register_hooks(keeping(Keeping::What::Copy)); }), ErrorClass::UndefinedTensor);
  SavedVariable released(x, false);
  released.reset_data();
  EXPECT_EQ(rejected([&] { released.register_hooks(keeping(Keeping::What::Copy)); }), ErrorClass::BackwardGraphFreed);
  // Rule S1: an inference tensor cannot be saved.
  EXPECT_EQ(rejected([&] { SavedVariable(inference(), false); }), ErrorClass::InferenceSavedForBackward);
}

TEST(SavedHooks, DefaultHooksKeepWhatOperatorsSave) {
  const Tensor a = leaf({2}), b = leaf({2});
  Tensor product;
  {
    const DefaultHooks hooks(Keeping::What::Copy);
    product = a * b;
    EXPECT_EQ(Keeping::packed, 2);
  }
  const Tensor unhooked = a.exp();
  EXPECT_EQ(Keeping::packed, 2);
  {
    // The hook packed a copy of the saved tensor, so backward does not notice this write.
    const at::NoGradGuard quiet;
    a.fill_(5);
  }
  const variable_list gradients = grad({product.sum()}, {a, b}, {}, true);
  EXPECT_EQ(Keeping::unpacked, 2);
  EXPECT_EQ(values(gradients[0]), (std::vector<double>{1, 1}));
  EXPECT_EQ(values(gradients[1]), (std::vector<double>{1, 1}));
  // In a backward with create_graph=true, the unpacked tensor has its history.
  const variable_list recorded = grad({product.sum()}, {a}, {}, true, true);
  EXPECT_EQ(values(grad({recorded[0].sum()}, {b})[0]), (std::vector<double>{1, 1}));
}

TEST(SavedHooks, DefaultHooksOnResultsAndMemoryItself) {
  const Tensor a = leaf({2});
  Tensor result;
  {
    const DefaultHooks hooks(Keeping::What::Itself);
    result = a.exp();
  }
  EXPECT_NEAR(values(grad({result.sum()}, {a}, {}, true)[0])[0], 2.718281828, 1e-6);
  {
    const at::NoGradGuard quiet;
    result.add_(1);
  }
  EXPECT_EQ(rejected([&] { grad({result.sum()}, {a}); }), ErrorClass::BackwardSavedTensorModified);
}

TEST(SavedHooks, ANodeThatRunsUnpacksAllThatItSavedOnce) {
  const Tensor a = leaf({2}), b = leaf({2});
  Tensor product;
  {
    const DefaultHooks hooks(Keeping::What::Itself);
    product = a * b;
  }
  // Only `b` is needed for this gradient.
  grad({product.sum()}, {a}, {}, true);
  EXPECT_EQ(Keeping::unpacked, 2);
  // Nothing that was unpacked stays.
  EXPECT_EQ(grad({product.sum()}, {a}, {}, true).size(), 1U);
  EXPECT_EQ(Keeping::unpacked, 4);
  {
    const at::NoGradGuard quiet;
    a.add_(1);
  }
  // So a write to the tensor that is not needed is noticed, too.
  EXPECT_EQ(rejected([&] { grad({product.sum()}, {a}); }), ErrorClass::BackwardSavedTensorModified);
}

TEST(SavedHooks, AWritingDefaultHookIsRejectedAtTheCall) {
  const Tensor a = leaf({2}), b = leaf({2});
  const DefaultHooks hooks(Keeping::What::Written);
  EXPECT_EQ(rejected([&] { a.mul(b); }), ErrorClass::Argument);
}

TEST(SavedHooks, CustomFunctionsSaveThroughThem) {
  struct Square : torch::autograd::Function<Square> {
    static Tensor forward(AutogradContext* context, const Tensor& x) {
      context->save_for_backward({x});
      return x * x;
    }
    static variable_list backward(AutogradContext* context, variable_list gradients) {
      return {gradients[0] * context->get_saved_variables()[0] * 2};
    }
  };
  const Tensor a = leaf({2});
  Tensor y;
  {
    const DefaultHooks hooks(Keeping::What::Copy);
    y = Square::apply(a);
    EXPECT_EQ(Keeping::packed, 1);
  }
  EXPECT_EQ(values(grad({y.sum()}, {a})[0]), (std::vector<double>{2, 2}));
  EXPECT_EQ(Keeping::unpacked, 1);
}

TEST(SavedHooks, TheStackOfAThread) {
  EXPECT_EQ(SavedTensorDefaultHooks::get_hooks(), (std::pair<PyObject*, PyObject*>(nullptr, nullptr)));
  SavedTensorDefaultHooks::push_hooks(hook(1), hook(2));
  SavedTensorDefaultHooks::push_hooks(hook(3), hook(4));
  EXPECT_EQ(SavedTensorDefaultHooks::get_hooks(), (std::pair<PyObject*, PyObject*>(hook(3), hook(4))));
  const at::ThreadLocalState state;
  SavedTensorDefaultHooks::pop_hooks();
  EXPECT_EQ(SavedTensorDefaultHooks::get_stack().size(), 1u);
  {
    const at::ThreadLocalStateGuard guard(state);
    EXPECT_EQ(SavedTensorDefaultHooks::get_stack().size(), 2u);
  }
  EXPECT_EQ(SavedTensorDefaultHooks::get_stack().size(), 1u);
  EXPECT_EQ(rejected([] { SavedTensorDefaultHooks::disable("not now"); }), ErrorClass::Argument);
  EXPECT_FALSE(SavedTensorDefaultHooks::is_enabled());
  EXPECT_EQ(SavedTensorDefaultHooks::get_disabled_error_message(), "not now");
  EXPECT_EQ(rejected([] { SavedTensorDefaultHooks::push_hooks(hook(1), hook(2)); }), ErrorClass::Argument);
  SavedTensorDefaultHooks::enable();
  SavedTensorDefaultHooks::pop_hooks();
  EXPECT_EQ(rejected([] { SavedTensorDefaultHooks::pop_hooks(); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([] { SavedTensorDefaultHooks::push_hooks(nullptr, hook(2)); }), ErrorClass::Argument);
}

}  // namespace modecheck::engine
