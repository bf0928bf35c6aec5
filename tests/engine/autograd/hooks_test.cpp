// Tests rule S7: hooks on tensors and nodes, anomaly mode, and backward inside backward.
#include <atomic>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

using torch::autograd::AnomalyMode;
using torch::autograd::AutogradContext;
using torch::autograd::DetectAnomalyGuard;
using torch::autograd::Function;
using torch::autograd::FunctionPostHook;
using torch::autograd::FunctionPreHook;
using torch::autograd::grad;
using torch::autograd::variable_list;

struct Before final : FunctionPreHook {
  explicit Before(std::function<variable_list(const variable_list&)> body) : body_(std::move(body)) {}
  variable_list operator()(const variable_list& gradients) override { return body_(gradients); }
  std::function<variable_list(const variable_list&)> body_;
};

struct After final : FunctionPostHook {
  explicit After(std::function<variable_list(const variable_list&, const variable_list&)> body)
      : body_(std::move(body)) {}
  variable_list operator()(const variable_list& outputs, const variable_list& inputs) override {
    return body_(outputs, inputs);
  }
  std::function<variable_list(const variable_list&, const variable_list&)> body_;
};

std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST(Hooks, TensorHooksHavePositions) {
  const Tensor l = leaf({2});
  const variable_list parts = l.mul(number(2)).split(1);
  std::string order;
  const unsigned first = parts[0].register_hook([&](const Tensor&) { order += 'a'; });
  const unsigned other = parts[1].register_hook([&](const Tensor&) { order += 'b'; });
  const unsigned second = parts[0].register_hook([&](const Tensor& gradient) {
    order += 'c';
    return gradient.mul(number(10));
  });
  // Each tensor counts its own hooks, even if several tensors share a node.
  EXPECT_EQ(first, 0u);
  EXPECT_EQ(other, 0u);
  EXPECT_EQ(second, 1u);
  const auto run = [&] {
    order.clear();
    return values(grad({parts[0].add(parts[1]).sum()}, {l}, {}, true)[0]);
  };
  EXPECT_EQ(run(), (std::vector<double>{20, 2}));
  EXPECT_EQ(order, "abc");
  parts[0].remove_hook(first);
  EXPECT_EQ(run(), (std::vector<double>{20, 2}));
  EXPECT_EQ(order, "bc");
  parts[0].remove_hook(second);
  EXPECT_EQ(run(), (std::vector<double>{2, 2}));
  EXPECT_EQ(rejected([&] { parts[1].remove_hook(1); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([] { normal().register_hook([](const Tensor&) {}); }), ErrorClass::Argument);
}

TEST(Hooks, WhatAHookReturnsIsLikeWhatItWasGiven) {
  const Tensor l = leaf({2});
  const Tensor x = l.mul(number(2));
  const unsigned size = x.register_hook([](const Tensor&) { return normal({3}); });
  EXPECT_EQ(rejected([&] { x.sum().backward(); }), ErrorClass::BackwardGradientMismatch);
  x.remove_hook(size);
  x.register_hook([](const Tensor& gradient) { return gradient.to(at::kDouble); });
  EXPECT_EQ(rejected([&] { x.sum().backward(); }), ErrorClass::BackwardGradientMismatch);
  EXPECT_FALSE(l.grad().defined());
}

TEST(Hooks, TensorsGivenOtherIndicesWithoutARecord) {
  const Tensor l = leaf({2, 3});
  const Tensor x = l.mul(number(2));
  const Tensor before = x.mul(number(5));
  {
    const c10::InferenceMode guard;
    x.t_();
  }
  std::vector<std::int64_t> seen;
  const unsigned first = x.register_hook([&](const Tensor& gradient) {
    seen.assign(gradient.sizes().begin(), gradient.sizes().end());
    const Tensor changed = gradient.clone();
    changed.select(0, 2).zero_();  // the gradient has three rows, because t_ has changed the sizes of x
    return changed;
  });
  const auto run = [&](const Tensor& of, const Tensor& with_respect_to) {
    return values(grad({of.sum()}, {with_respect_to}, {}, true)[0]);
  };
  const std::vector<double> without_last_column{10, 10, 0, 10, 10, 0};
  // `before` was recorded before t_. Its backward also calls the hook, and gives it a gradient with the sizes that x
  // has now.
  EXPECT_EQ(run(before, l), without_last_column);
  EXPECT_EQ(seen, (std::vector<std::int64_t>{3, 2}));
  EXPECT_EQ(run(x.mul(number(5)), l), without_last_column);
  // grad with respect to x itself returns the gradient that the hook of x returned.
  EXPECT_EQ(run(x.mul(number(5)), x), (std::vector<double>{5, 5, 5, 5, 0, 0}));
  // This hook writes the gradient in place. The gradient has the current sizes of x.
  const unsigned second = x.register_hook([](const Tensor& gradient) { gradient.select(0, 1).mul_(number(3)); });
  EXPECT_EQ(second, 1u);
  EXPECT_EQ(run(before, l), (std::vector<double>{10, 30, 0, 10, 30, 0}));
  x.remove_hook(first);
  EXPECT_EQ(run(before, l), (std::vector<double>{10, 30, 10, 10, 30, 10}));
  x.remove_hook(second);
  EXPECT_EQ(run(before, l), std::vector<double>(6, 10.0));
  EXPECT_EQ(rejected([&] { x.remove_hook(2); }), ErrorClass::Argument);
  const unsigned size = x.register_hook([](const Tensor&) { return normal({2, 3}); });
  EXPECT_EQ(rejected([&] { run(before, l); }), ErrorClass::BackwardGradientMismatch);
  x.remove_hook(size);
}

TEST(Hooks, TensorsGivenFewerElementsWithoutARecord) {
  const Tensor l = leaf({4});
  const Tensor x = l.mul(number(2));
  const Tensor before = x.mul(number(5));
  {
    const at::NoGradGuard guard;
    x.as_strided_({2}, {1}, 1);
  }
  x.register_hook([](const Tensor& gradient) { return gradient.mul(number(10)); });
  EXPECT_EQ(values(grad({before.sum()}, {l}, {}, true)[0]), (std::vector<double>{10, 100, 100, 10}));
  EXPECT_EQ(values(grad({x.sum()}, {l}, {}, true)[0]), (std::vector<double>{0, 20, 20, 0}));
}

// z gained a third element under NoGradGuard, and its history knows only the first two. The third element's gradient
// does not pass through the node of that history. The hook runs once nevertheless, on the gradient of all three.
TEST(Hooks, TensorsGivenMoreElementsWithoutARecord) {
  const Tensor l = leaf({3});
  const Tensor z = l.mul(number(2));
  z.as_strided_({2}, {1}, 0);
  {
    const at::NoGradGuard guard;
    z.as_strided_({3}, {1}, 0);
  }
  int calls = 0;
  const unsigned hook = z.register_hook([&](const Tensor& gradient) {
    ++calls;
    EXPECT_EQ(gradient.numel(), 3);
    return gradient.mul(number(10));
  });
  EXPECT_EQ(values(grad({z.mul(number(3)).sum()}, {z}, {}, true)[0]), std::vector<double>(3, 30.0));
  EXPECT_EQ(calls, 1);
  z.mul(number(3)).sum().backward({}, true);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(values(l.grad()), std::vector<double>(3, 60.0));
  z.remove_hook(hook);
  z.mul(number(3)).sum().backward({}, true);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(values(l.grad()), std::vector<double>(3, 66.0));
}

// The hook multiplies with the sum of the gradient, so it must be given the gradient of all elements at once.
TEST(Hooks, ATensorGivenOtherElementsHasOneHookForAllOfThem) {
  const Tensor l = leaf({4});
  const Tensor base = l.mul(number(2));
  const Tensor view = base.view({2, 2});
  base.as_strided_({2}, {1}, 0);
  {
    const at::NoGradGuard guard;
    base.as_strided_({2}, {1}, 1);  // the first element is in the history of `base`, the second is not
  }
  int calls = 0;
  base.register_hook([&](const Tensor& gradient) {
    ++calls;
    return gradient.mul(gradient.sum());
  });
  const Tensor of_view = view.mul(number(5)).sum();
  EXPECT_EQ(values(grad({base.mul(number(3)).sum()}, {l}, {}, true)[0]), (std::vector<double>{0, 36, 36, 0}));
  EXPECT_EQ(calls, 1);
  base.mul(number(3)).sum().backward({}, true);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(values(l.grad()), (std::vector<double>{0, 36, 36, 0}));
  // The gradient of a view of the base arrives at the base, too.
  EXPECT_EQ(values(grad({of_view}, {l}, {}, true)[0]), (std::vector<double>{10, 100, 100, 10}));
  EXPECT_EQ(calls, 3);
}

// The hook is at the node of the history that the base shares with its views, and not at the base's own node.
TEST(Hooks, DetachTakesTheHookOfAPartOfAStorageAlong) {
  const Tensor base = leaf({4}).mul(number(2));
  base.as_strided_({2}, {1}, 0);
  base.zero_();
  base.register_hook([](const Tensor& gradient) { return gradient.mul(number(10)); });
  base.detach_();
  base.requires_grad_();
  base.mul(number(3)).sum().backward();
  EXPECT_EQ(values(base.grad()), std::vector<double>(2, 30.0));
}

// The history of z knows two of its elements, and no other tensor's history knows the third.
TEST(Hooks, ATensorGivenElementsWithoutAHistoryHasOneHookForAllOfThem) {
  const Tensor l = leaf({2});
  const Tensor z = normal({3});
  z.as_strided_({2}, {1}, 0);
  z.copy_(l);
  const Tensor before = z.mul(number(7)).sum();
  {
    const at::NoGradGuard guard;
    z.as_strided_({3}, {1}, 0);
  }
  std::vector<double> seen;
  z.register_hook([&](const Tensor& gradient) {
    seen = values(gradient);
    return gradient.mul(number(10));
  });
  EXPECT_EQ(values(grad({z.mul(number(3)).sum()}, {z}, {}, true)[0]), std::vector<double>(3, 30.0));
  EXPECT_EQ(seen, std::vector<double>(3, 3.0));
  EXPECT_EQ(values(grad({before + z.mul(number(3)).sum()}, {l}, {}, true)[0]), std::vector<double>(2, 100.0));
  EXPECT_EQ(seen, (std::vector<double>{10, 10, 3}));
}

TEST(Hooks, OfALeafThatIsGivenOtherData) {
  const Tensor l = leaf({2, 3});
  {
    const at::NoGradGuard guard;
    l.t_();
  }
  std::vector<std::int64_t> seen;
  l.register_hook([&](const Tensor& gradient) { seen.assign(gradient.sizes().begin(), gradient.sizes().end()); });
  l.mul(number(2)).sum().backward();
  EXPECT_EQ(seen, (std::vector<std::int64_t>{3, 2}));
  EXPECT_EQ(l.grad().sizes(), (c10::IntArrayRef{3, 2}));
  l.mutable_grad().reset();
  l.set_data(normal({4}));
  l.mul(number(2)).sum().backward();
  EXPECT_EQ(seen, (std::vector<std::int64_t>{4}));
  EXPECT_EQ(values(l.grad()), std::vector<double>(4, 2.0));
}

TEST(Hooks, NodesHaveHooksBeforeAndAfter) {
  const Tensor l = leaf({2});
  const Tensor x = l.mul(number(2));
  std::string order;
  x.grad_fn()->add_pre_hook(std::make_unique<Before>([&](const variable_list& gradients) {
    order += 'p';
    EXPECT_EQ(gradients.size(), 1u);
    return variable_list{gradients[0].mul(number(3))};
  }));
  const auto key =
      x.grad_fn()->add_post_hook(std::make_unique<After>([&](const variable_list& out, const variable_list& in) {
        order += 'q';
        EXPECT_EQ(values(in[0]), std::vector<double>(2, 3.0));
        variable_list changed = out;
        changed[0] = out[0].mul(number(5));
        return changed;
      }));
  x.register_hook([&](const Tensor&) { order += 't'; });
  EXPECT_EQ(values(grad({x.sum()}, {l}, {}, true)[0]), std::vector<double>(2, 30.0));
  EXPECT_EQ(order, "tpq");
  EXPECT_TRUE(x.grad_fn()->del_post_hook(key));
  EXPECT_FALSE(x.grad_fn()->del_post_hook(key));
  EXPECT_EQ(values(grad({x.sum()}, {l}, {}, true)[0]), std::vector<double>(2, 6.0));
  // grad takes the gradient of x itself before the hooks of x's node run.
  EXPECT_EQ(values(grad({x.sum()}, {x}, {}, true)[0]), std::vector<double>(2, 1.0));
}

TEST(Hooks, NodeHooksKeepTheNumberOfGradients) {
  const Tensor l = leaf({2});
  const Tensor x = l.mul(number(2));
  x.grad_fn()->add_pre_hook(std::make_unique<Before>([](const variable_list&) { return variable_list(); }));
  EXPECT_EQ(rejected([&] { x.sum().backward(); }), ErrorClass::BackwardGradientCount);
  const Tensor y = l.mul(number(2));
  y.grad_fn()->add_post_hook(
      std::make_unique<After>([](const variable_list&, const variable_list&) { return variable_list(); }));
  EXPECT_EQ(rejected([&] { y.sum().backward(); }), ErrorClass::BackwardGradientCount);
  EXPECT_FALSE(l.grad().defined());
}

TEST(Hooks, HooksOfACustomNode) {
  struct Twice : Function<Twice> {
    static Tensor forward(AutogradContext*, const Tensor& a) { return a.add(a); }
    static variable_list backward(AutogradContext*, variable_list gradients) { return {gradients[0].mul(number(2))}; }
  };
  const Tensor l = leaf({2});
  const Tensor x = Twice::apply(l);
  x.register_hook([](const Tensor& gradient) { return gradient.mul(number(7)); });
  x.retain_grad();
  x.sum().backward();
  EXPECT_EQ(values(x.grad()), std::vector<double>(2, 7.0));
  EXPECT_EQ(values(l.grad()), std::vector<double>(2, 14.0));
}

TEST(Anomaly, AnErrorNamesWhereItsNodeWasRecorded) {
  const Tensor l = leaf({2});
  const auto fail = [&] {
    const Tensor x = l.mul(number(2));
    const Tensor product = x.mul(x).sum();
    {
      const at::NoGradGuard no_grad;
      x.add_(1.0);
    }
    return message_of([&] { product.backward(); });
  };
  EXPECT_EQ(fail().find("Traceback of forward call"), std::string::npos);
  const DetectAnomalyGuard anomaly;
  const std::string message = fail();
  EXPECT_NE(message.find("inplace operation"), std::string::npos);
  EXPECT_NE(message.find("Error detected in MulBackward0. Traceback of forward call that caused the error:\nframe #0"),
            std::string::npos)
      << message;
  // Anomaly mode does not change the error class.
  const Tensor x = l.mul(number(2));
  const Tensor product = x.mul(x).sum();
  x.detach().add_(1.0);
  EXPECT_EQ(rejected([&] { product.backward(); }), ErrorClass::BackwardSavedTensorModified);
}

TEST(Anomaly, NaNIsAnErrorUnlessToldOtherwise) {
  const auto divide = [] {
    const Tensor zero = at::zeros({1}).set_requires_grad(true);
    zero.div(zero).backward();
  };
  divide();
  {
    const DetectAnomalyGuard anomaly;
    EXPECT_EQ(rejected(divide), ErrorClass::BackwardNan);
    EXPECT_NE(message_of(divide).find("'DivBackward0' returned nan values in its 1th output"), std::string::npos);
    {
      const DetectAnomalyGuard quiet(false);
      divide();
    }
    EXPECT_TRUE(AnomalyMode::should_check_nan());
  }
  EXPECT_FALSE(AnomalyMode::is_enabled());
  // The node was recorded before anomaly mode was on, so the error cannot show where the forward call was.
  const Tensor zero = at::zeros({1}).set_requires_grad(true);
  const Tensor y = zero.div(zero);
  const DetectAnomalyGuard anomaly;
  EXPECT_NE(message_of([&] { y.backward(); }).find("No forward pass information"), std::string::npos);
}

TEST(Anomaly, DoubleBackwardNamesTheFirstOne) {
  const std::int64_t before = live_objects().nodes;
  {
    const DetectAnomalyGuard anomaly;
    const Tensor x = at::ones({1}).set_requires_grad(true);
    const Tensor first = grad({x.div(x.mul(x))}, {x}, {}, {}, true)[0];
    const Tensor nan = at::full({1}, std::nan(""));
    const std::string message = message_of([&] { static_cast<void>(grad({first}, {x}, {nan})); });
    EXPECT_NE(message.find("returned nan values"), std::string::npos);
    EXPECT_NE(message.find("Traceback of forward call that induced the previous calculation"), std::string::npos)
        << message;
  }
  EXPECT_EQ(live_objects().nodes, before);
}

// This Function nests so many backward calls that a single stack could not hold them.
struct Descends : Function<Descends> {
  static Tensor forward(AutogradContext* ctx, const Tensor& x, std::int64_t levels) {
    ctx->saved_data["levels"] = levels;
    return x.mul(x);
  }
  static variable_list backward(AutogradContext* ctx, variable_list gradients) {
    const std::int64_t levels = ctx->saved_data["levels"].toInt();
    if (levels > 0) {
      const at::AutoGradMode recording(true);
      Descends::apply(leaf({}), levels - 1).backward();
    }
    return {gradients[0], Tensor()};
  }
};

TEST(NestedBackward, ManyLevels) {
  const Tensor l = leaf({});
  Descends::apply(l, 8000).backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(1, 1.0));
}

TEST(NestedBackward, ErrorsAndStateCrossStacks) {
  struct Counts : Function<Counts> {
    static Tensor forward(AutogradContext* ctx, const Tensor& x, std::int64_t levels) {
      ctx->saved_data["levels"] = levels;
      return x.mul(x);
    }
    static variable_list backward(AutogradContext* ctx, variable_list gradients) {
      const std::int64_t levels = ctx->saved_data["levels"].toInt();
      EXPECT_TRUE(c10::InferenceMode::is_enabled());
      if (levels == 0) raise(ErrorClass::Argument, "the innermost backward fails");
      Tensor y;
      {
        const c10::InferenceMode off(false);
        y = Counts::apply(leaf({}), levels - 1);
      }
      y.backward();
      return {gradients[0], Tensor()};
    }
  };
  const Tensor y = Counts::apply(leaf({}), 130);
  const c10::InferenceMode mode;
  EXPECT_EQ(rejected([&] { y.backward(); }), ErrorClass::Argument);
}

// Rule E1: reading the grad_fn of a view whose base was written regenerates the view's history. A rejected call of
// remove_hook must not regenerate the history.
TEST(Hooks, AHookThatIsNotThereLeavesAViewStale) {
  const Tensor base = at::ones({2}).mul(1);
  const Tensor view = base.view({2});
  base.add_(leaf({2}));
  EXPECT_EQ(rejected([&] { view.remove_hook(0); }), ErrorClass::Argument);
  EXPECT_FALSE(get_autograd_meta(view)->grad_fn_);
  const unsigned hook = view.register_hook([](const Tensor& gradient) { return gradient; });
  EXPECT_TRUE(get_autograd_meta(view)->grad_fn_);
  view.remove_hook(hook);
}

// A tensor counts its own hooks, whatever node they are attached to. A write to the tensor itself starts the count
// again.
TEST(Hooks, PositionsAreOfTheTensor) {
  std::string ran;
  const auto hook = [&](const Tensor& tensor, char name) {
    return tensor.register_hook([&ran, name](const Tensor&) { ran += name; });
  };
  const auto backward = [&](const Tensor& of) {
    ran.clear();
    of.sum().backward();
    return ran;
  };
  {  // the tensor itself is written: its old hook sees the gradient of the old value
    const Tensor x = leaf({2}).mul(number(2));
    EXPECT_EQ(hook(x, 'a'), 0u);
    x.mul_(number(3));
    EXPECT_EQ(rejected([&] { x.remove_hook(0); }), ErrorClass::Argument);
    EXPECT_EQ(hook(x, 'b'), 0u);
    x.remove_hook(0);
    EXPECT_EQ(backward(x), "a");
  }
  {  // the tensor is written through a view
    const Tensor x = leaf({2}).mul(number(2));
    const Tensor view = x.view({2});
    EXPECT_EQ(hook(x, 'a'), 0u);
    view.mul_(number(3));
    EXPECT_EQ(hook(x, 'b'), 1u);
    x.remove_hook(0);
    EXPECT_EQ(backward(x), "b");
  }
  {  // the tensor is a view whose base was written, so that the view is stale
    const Tensor x = leaf({2}).add(leaf({2}));
    const Tensor view = x.view({2});
    EXPECT_EQ(hook(view, 'a'), 0u);
    const Tensor y = view.mul(number(2));
    x.mul_(number(3));
    EXPECT_EQ(hook(view, 'b'), 1u);
    view.remove_hook(0);
    EXPECT_EQ(backward(y), "") << "its graph is older, and it was removed";
    EXPECT_EQ(backward(view), "b");
  }
  {  // the tensor is detached, and its hook is removed
    const Tensor x = leaf({2}).mul(number(2));
    hook(x, 'a');
    const Tensor y = x.mul(number(2));
    x.detach_();
    x.remove_hook(0);
    EXPECT_EQ(backward(y), "");
    x.requires_grad_();
    EXPECT_EQ(hook(x, 'b'), 1u);
    EXPECT_EQ(backward(x), "b");
  }
  {  // the tensor is detached and keeps its hook: the hook runs for the new leaf and in the old graph
    const Tensor x = leaf({2}).mul(number(2));
    hook(x, 'a');
    const Tensor y = x.mul(number(2));
    x.detach_();
    x.requires_grad_();
    hook(x, 'b');
    EXPECT_EQ(backward(x), "ab");
    EXPECT_EQ(backward(y), "a");
    x.mutable_grad().reset();
    x.set_data(at::ones({3}, at::kFloat));
    EXPECT_EQ(backward(x), "ab");
    x.remove_hook(0);
    EXPECT_EQ(backward(x), "b");
  }
  {  // the tensor is written and then detached, so that no hook belongs to the current leaf
    const Tensor x = leaf({2}).mul(number(2));
    hook(x, 'a');
    x.mul_(number(3));
    x.detach_();
    x.requires_grad_();
    EXPECT_EQ(backward(x), "");
  }
  {  // the tensor is the second result of an operator
    const Tensor l = leaf({2});
    const Tensor x = std::get<1>(at::var_mean(l));
    hook(x, 'a');
    x.detach_();
    x.requires_grad_();
    EXPECT_EQ(backward(x), "a");
  }
  {  // the tensor is a leaf that did not require grad for a while
    const Tensor x = leaf({2});
    const Tensor y = x.mul(number(2)).add(leaf({2}));
    hook(x, 'a');
    x.requires_grad_(false);
    EXPECT_EQ(backward(y), "");
    x.remove_hook(0);
    x.requires_grad_();
    EXPECT_EQ(backward(x.mul(number(2))), "");
  }
  {  // the tensor is a leaf, and an older graph still holds its old node
    const Tensor x = leaf({2});
    const Tensor y = x.mul(number(2));
    hook(x, 'a');
    x.set_data(at::ones({2}, at::kDouble));
    x.remove_hook(0);
    EXPECT_EQ(backward(y), "");
  }
  EXPECT_EQ(rejected([&] { normal().remove_hook(0); }), ErrorClass::Argument);
}

TEST(Hooks, OneThatAHookRegistersRunsTheNextTime) {
  const Tensor x = leaf({2});
  int calls = 0;
  std::function<void(const Tensor&)> again = [&](const Tensor&) {
    ++calls;
    x.register_hook(again);
  };
  x.register_hook(again);
  x.sum().backward();
  EXPECT_EQ(calls, 1);
  x.sum().backward();
  EXPECT_EQ(calls, 3);
}

// A tensor with more elements than its history knows has a second node, which leads to the first. Both nodes must be
// destroyed with the tensor.
TEST(Hooks, OfMoreElementsThanTheHistoryKnowsNothingIsLeftAlive) {
  const auto make = [] {
    Tensor z = leaf({3}).mul(number(2));
    z.as_strided_({2}, {1}, 0);
    const at::NoGradGuard guard;
    z.as_strided_({3}, {1}, 0);
    return z;
  };
  const std::int64_t before = live_objects().total();
  {
    const Tensor hooked = make();
    hooked.register_hook([](const Tensor&) {});
    const Tensor retaining = make();
    retaining.retain_grad();
    EXPECT_FALSE(retaining.grad().defined());
  }
  EXPECT_EQ(live_objects().total(), before);
  const Tensor z = make();
  z.mul(number(3)).sum().backward({}, true, false, c10::ArrayRef<Tensor>(z));
  EXPECT_EQ(values(z.grad()), (std::vector<double>{3, 3, 3}));
}

TEST(Hooks, WhatWasUnpackedOfASavedLeafTakesItsHooksAlong) {
  struct GivesOtherData : Function<GivesOtherData> {
    static Tensor forward(AutogradContext* context, const Tensor& a) {
      context->save_for_backward({a});
      return a.mul(number(2));
    }
    static variable_list backward(AutogradContext* context, variable_list gradients) {
      const Tensor saved = context->get_saved_variables()[0];
      saved.set_data(at::ones({2}, at::kDouble));
      const at::AutoGradMode mode(true);
      saved.mul(number(2)).sum().backward();
      return {gradients[0]};
    }
  };
  const Tensor x = leaf({2});
  int calls = 0;
  x.register_hook([&](const Tensor&) { ++calls; });
  GivesOtherData::apply(x).sum().backward();
  EXPECT_EQ(calls, 2);
}

// The base of the view was written, and the view retains its gradient. Reading the view's grad_fn moves the retain
// request from the old node to the new one. Meanwhile another thread may run backward through the old node.
TEST(Hooks, ThreadsShareAStaleViewThatRetains) {
  for (int i = 0; i < 100; ++i) {
    const Tensor base = leaf({2}).mul(number(1));
    const Tensor view = base.view({2});
    view.retain_grad();
    const Tensor before = view.mul(number(3)).sum();
    base.mul_(number(2));
    std::thread other([&] { before.backward({}, true); });
    view.mul(number(5)).sum().backward({}, true);
    other.join();
    EXPECT_TRUE(view.grad().defined());
  }
}

// The notes of PyTorch say that a tensor's hook runs whenever its gradient is computed, also if grad returns the
// gradient.
TEST(Hooks, GradRunsTheHooksOfItsInputs) {
  const Tensor l = leaf({2});
  const Tensor x = l.mul(number(2));
  const auto tripled = [](const Tensor& gradient) { return gradient.mul(number(3)); };
  x.register_hook(tripled);
  l.register_hook(tripled);
  x.retain_grad();
  const Tensor y = x.mul(number(5)).sum();
  EXPECT_EQ(values(grad({y}, {x}, {}, true)[0]), (std::vector<double>{15, 15}));
  // grad does not store gradients in .grad.
  EXPECT_FALSE(x.grad().defined());
  // The hook of x runs only once if grad returns the gradients of both x and l.
  const variable_list both = grad({y}, {x, l}, {}, true);
  EXPECT_EQ(values(both[0]), (std::vector<double>{15, 15}));
  EXPECT_EQ(values(both[1]), (std::vector<double>{90, 90}));
}

// retain_grad retains the result of all hooks of the tensor, including hooks that are registered later.
TEST(Hooks, AGradientIsRetainedAfterLaterHooks) {
  const Tensor x = leaf({2}).mul(number(2));
  x.retain_grad();
  x.register_hook([](const Tensor& gradient) { return gradient.mul(number(3)); });
  x.sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{3, 3}));
}

TEST(Hooks, NothingIsRetainedWhereAHookThrows) {
  const Tensor x = leaf({2}).mul(number(2));
  x.retain_grad();
  x.register_hook([](const Tensor&) { throw std::runtime_error("stop"); });
  EXPECT_THROW(x.sum().backward(), std::runtime_error);
  EXPECT_FALSE(x.grad().defined());
}

// The first hook that is registered on a node creates the node's list of hooks. Threads that register hooks on
// different results of one node share the list.
// Base and view have the same elements, which lie apart. There are too many to compare them one by one.
TEST(Hooks, OfALargeBaseWithGapsSeeWhatItsViewWrote) {
  const Tensor l = leaf({70'000});
  const Tensor base = torch::empty_strided({70'000}, {2});
  base.zero_();
  const Tensor view = base.alias();
  view.add_(l);
  view.add_(base);
  base.register_hook([](const Tensor& gradient) { return gradient.mul(2); });
  base.add_(base);
  base.backward(torch::ones({70'000}));
  EXPECT_EQ(l.grad().index({0}).item<float>(), 8);
  EXPECT_EQ(l.grad().index({69'999}).item<float>(), 8);
}

TEST(Hooks, ThreadsHookResultsOfOneNode) {
  for (int i = 0; i < 300; ++i) {
    const std::vector<Tensor> results = leaf({2, 2}).mul(number(2)).unbind(0);
    std::atomic<int> arrived = 0;
    std::atomic<int> called = 0;
    const auto work = [&](const Tensor& result) {
      ++arrived;
      while (arrived < 2) std::this_thread::yield();
      result.retain_grad();
      result.register_hook([&](const Tensor&) { ++called; });
    };
    std::thread other([&] { work(results[0]); });
    work(results[1]);
    other.join();
    results[0].add(results[1]).sum().backward();
    ASSERT_TRUE(results[0].grad().defined() && results[1].grad().defined()) << i;
    ASSERT_EQ(called, 2) << i;
  }
}

// Hooks are added and removed while another thread runs backward through their node.
TEST(Hooks, ThreadsHookWhatAnotherDifferentiates) {
  for (int i = 0; i < 200; ++i) {
    const std::vector<Tensor> results = leaf({2, 2}).mul(number(2)).unbind(0);
    const Tensor sum = results[0].sum();
    std::atomic<int> arrived = 0;
    std::thread other([&] {
      ++arrived;
      while (arrived < 2) std::this_thread::yield();
      for (int j = 0; j < 3; ++j) sum.backward({}, true);
    });
    ++arrived;
    while (arrived < 2) std::this_thread::yield();
    results[1].retain_grad();
    const unsigned hook = results[0].register_hook([](const Tensor& gradient) { return gradient; });
    results[0].remove_hook(hook);
    other.join();
    results[1].sum().backward();
    ASSERT_EQ(values(results[1].grad()), std::vector<double>(2, 1)) << i;
  }
}

TEST(Hooks, ThreadsRetainOneGradient) {
  constexpr int kTimes = 2000;
  const Tensor x = leaf({2}).mul(number(2));
  x.retain_grad();
  const Tensor y = x.sum();
  const auto work = [&] {
    for (int i = 0; i < kTimes; ++i) y.backward({}, true);
  };
  std::thread other(work);
  work();
  other.join();
  EXPECT_EQ(values(x.grad()), std::vector<double>(2, 2.0 * kTimes));
}

}  // namespace modecheck::engine
