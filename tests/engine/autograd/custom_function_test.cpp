// Tests the F rules, which are about torch::autograd::Function.
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::CreationMeta;
using torch::autograd::Function;
using torch::autograd::grad;
using torch::autograd::variable_list;

// Computes scale * a * b, and stores values for backward in every way that AutogradContext offers.
struct ScaledProduct : Function<ScaledProduct> {
  static Tensor forward(AutogradContext* ctx, const Tensor& a, double scale, const Tensor& b) {
    EXPECT_FALSE(c10::GradMode::is_enabled());
    ctx->saved_data["scale"] = scale;
    ctx->save_for_backward({a, b});
    return a.mul(b).mul(number(scale));
  }
  static variable_list backward(AutogradContext* ctx, variable_list gradients) {
    const variable_list saved = ctx->get_saved_variables();
    const Tensor scaled = gradients[0].mul(number(ctx->saved_data["scale"].toDouble()));
    return {scaled.mul(saved[1]), Tensor(), scaled.mul(saved[0])};
  }
};

// Returns its first argument unchanged, and a newly computed result.
struct PassThrough : Function<PassThrough> {
  static variable_list forward(AutogradContext*, const Tensor& a) { return {a, a.mul(number(3))}; }
  static variable_list backward(AutogradContext*, variable_list gradients) {
    return {gradients[0].add(gradients[1].mul(number(3)))};
  }
};

// Doubles its argument `written` in place, adds the other argument, and saves the result.
struct DoubleInPlace : Function<DoubleInPlace> {
  static Tensor forward(AutogradContext* ctx, const Tensor& other, const Tensor& written) {
    written.mul_(2.0);
    written.add_(other);
    ctx->mark_dirty({written});
    ctx->save_for_backward({written});
    return written;
  }
  static variable_list backward(AutogradContext* ctx, variable_list gradients) {
    EXPECT_EQ(ctx->get_saved_variables().size(), 1u);
    return {gradients[0], gradients[0].mul(number(2))};
  }
};

struct FirstRow : Function<FirstRow> {
  static Tensor forward(AutogradContext* ctx, const Tensor& a) {
    ctx->saved_data["sizes"] = a.sizes();
    return a.select(0, 0);
  }
  static variable_list backward(AutogradContext* ctx, variable_list gradients) {
    const Tensor out = at::zeros(ctx->saved_data["sizes"].toIntVector());
    out.select(0, 0).copy_(gradients[0]);
    return {out};
  }
};

CreationMeta creation_meta(const Tensor& view) {
  return torch::autograd::impl::get_view_autograd_meta(view)->get_creation_meta();
}

}  // namespace

TEST(CustomFunction, F1MixedArgumentsAndSaving) {
  const Tensor a = leaf({2});
  const Tensor b = computed({2});
  const Tensor y = ScaledProduct::apply(a, 5.0, b);
  EXPECT_TRUE(y.requires_grad());
  EXPECT_EQ(values(y), std::vector<double>(2, 10.0));
  EXPECT_NE(y.grad_fn()->name().find("CppNode<"), std::string::npos);
  EXPECT_NE(y.grad_fn()->name().find("ScaledProduct"), std::string::npos);
  const variable_list gradients = grad({y.sum()}, {a, b}, {}, true);
  EXPECT_EQ(values(gradients[0]), std::vector<double>(2, 10.0));
  EXPECT_EQ(values(gradients[1]), std::vector<double>(2, 5.0));
  // Rule S2: the first backward that does not retain the graph frees the saved tensors.
  y.sum().backward();
  EXPECT_EQ(rejected([&] { y.sum().backward(); }), ErrorClass::BackwardGraphFreed);
}

TEST(CustomFunction, S2WritesToWhatWasSaved) {
  const Tensor a = leaf({2});
  const Tensor b = normal({2});
  const Tensor y = ScaledProduct::apply(a, 1.0, b);
  {
    const c10::InferenceMode mode;
    b.add_(1.0);
  }
  EXPECT_EQ(rejected([&] { y.sum().backward(); }), ErrorClass::BackwardSavedTensorModified);
}

TEST(CustomFunction, S1InferenceTensorsAreNotSaved) {
  const Tensor i = inference({2});
  EXPECT_EQ(rejected([&] { ScaledProduct::apply(leaf({2}), 1.0, i); }), ErrorClass::InferenceSavedForBackward);
  // Rule F2: a call that is not recorded saves nothing, so it accepts an inference tensor.
  EXPECT_FALSE(ScaledProduct::apply(normal({2}), 1.0, i).requires_grad());
  const c10::InferenceMode mode;
  EXPECT_TRUE(ScaledProduct::apply(leaf({2}), 1.0, i).is_inference());
}

TEST(CustomFunction, S7DoubleBackward) {
  const Tensor a = at::full({}, 3).to(at::kFloat).set_requires_grad(true);
  // The function is 2 * a * a, so its first derivative is 4 * a, and its second is 4.
  const Tensor y = ScaledProduct::apply(a, 2.0, a);
  const Tensor first = grad({y}, {a}, {}, {}, true)[0];
  EXPECT_EQ(first.item<double>(), 12);
  EXPECT_EQ(grad({first}, {a})[0].item<double>(), 4);
}

TEST(CustomFunction, S7DoubleBackwardThroughASavedResult) {
  struct Exponential : Function<Exponential> {
    static Tensor forward(AutogradContext* ctx, const Tensor& x) {
      const Tensor y = x.exp();
      ctx->save_for_backward({Tensor(), y});
      return y;
    }
    static variable_list backward(AutogradContext* ctx, variable_list gradients) {
      EXPECT_FALSE(ctx->get_saved_variables()[0].defined());
      const Tensor y = ctx->get_saved_variables()[1];
      EXPECT_TRUE(y.requires_grad());
      return {gradients[0].mul(y)};
    }
  };
  const std::int64_t before = live_objects().nodes;
  {
    const Tensor x = leaf({});
    const Tensor y = Exponential::apply(x);
    const Tensor first = grad({y}, {x}, {}, {}, true)[0];
    const Tensor second = grad({first}, {x}, {}, {}, true)[0];
    EXPECT_EQ(second.item<double>(), y.item<double>());
  }
  EXPECT_EQ(live_objects().nodes, before);
}

TEST(CustomFunction, F2RecordedIfAndOnlyIf) {
  const Tensor l = leaf({2});
  EXPECT_FALSE(ScaledProduct::apply(normal({2}), 1.0, normal({2})).requires_grad());
  {
    const at::NoGradGuard no_grad;
    EXPECT_FALSE(ScaledProduct::apply(l, 1.0, l).requires_grad());
  }
  {
    const c10::InferenceMode mode;
    const Tensor y = ScaledProduct::apply(l, 1.0, l);
    EXPECT_FALSE(y.requires_grad());
    EXPECT_TRUE(y.is_inference());
    // Rule G4: inside InferenceMode, turning grad mode on does not turn recording on.
    const at::AutoGradMode grad_mode(true);
    EXPECT_FALSE(ScaledProduct::apply(l, 1.0, l).requires_grad());
  }
  // A nested InferenceMode(false) turns recording on again.
  const c10::InferenceMode mode;
  const c10::InferenceMode off(false);
  EXPECT_TRUE(ScaledProduct::apply(l, 1.0, l).requires_grad());
}

TEST(CustomFunction, F2AnInputReturnedUnrecordedIsADetachedAlias) {
  const auto check = [](const Tensor& input) {
    const Tensor out = PassThrough::apply(input)[0];
    EXPECT_FALSE(out.is_same(input));
    EXPECT_TRUE(out.is_alias_of(input));
    EXPECT_EQ(out.is_inference(), input.is_inference());
    EXPECT_FALSE(out.requires_grad());
    EXPECT_FALSE(out.is_view());
  };
  check(normal());
  check(inference());
  const at::NoGradGuard no_grad;
  const Tensor l = leaf();
  check(l);
  check(computed());
  EXPECT_TRUE(l.requires_grad());
  const c10::InferenceMode mode;
  check(l);
  check(inference());
}

TEST(CustomFunction, F2ARecordedResultIsNoInferenceTensor) {
  struct MadeInside : Function<MadeInside> {
    static Tensor forward(AutogradContext*, const Tensor& a) {
      const c10::InferenceMode mode;
      return a.add(a);
    }
    static variable_list backward(AutogradContext*, variable_list gradients) { return gradients; }
  };
  struct Second : Function<Second> {
    static Tensor forward(AutogradContext*, const Tensor&, const Tensor& b) { return b; }
    static variable_list backward(AutogradContext*, variable_list gradients) { return {gradients[0], gradients[0]}; }
  };
  EXPECT_EQ(rejected([] { MadeInside::apply(leaf()); }), ErrorClass::InferenceOutputRecorded);
  EXPECT_TRUE(MadeInside::apply(normal()).is_inference());
  EXPECT_EQ(rejected([] { Second::apply(leaf(), inference()); }), ErrorClass::InferenceOutputRecorded);
  // A Function whose results are normal tensors is recorded.
  EXPECT_TRUE(PassThrough::apply(leaf())[1].requires_grad());
}

TEST(CustomFunction, AnInputReturnedAsItIs) {
  const Tensor l = leaf({2});
  const variable_list out = PassThrough::apply(l);
  EXPECT_FALSE(out[0].is_same(l));
  EXPECT_TRUE(out[0].is_alias_of(l));
  EXPECT_TRUE(l.is_leaf());
  out[0].add(out[1]).sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(2, 4.0));
  // Rules W1 and W4: an input that a Function returns unchanged becomes a view, and a recorded write to that view is
  // rejected.
  EXPECT_TRUE(out[0].is_view());
  EXPECT_EQ(rejected([&] { out[0].add_(1.0); }), ErrorClass::ViewOfMultiOutput);
}

TEST(CustomFunction, W1ViewsThatLeave) {
  const Tensor x = computed();
  const Tensor row = FirstRow::apply(x);
  EXPECT_EQ(creation_meta(row), CreationMeta::IN_CUSTOM_FUNCTION);
  EXPECT_EQ(rejected([&] { row.mul_(2.0); }), ErrorClass::ViewMadeInCustomFunction);
  EXPECT_EQ(values(grad({row.sum()}, {x})[0]), (std::vector<double>{1, 1, 1, 0, 0, 0}));
  // Rule W2: a view of a view that a Function returned inherits its creation meta. Rule W5: the returned view cannot be
  // regenerated.
  EXPECT_EQ(creation_meta(row.slice(0, 0, 1)), CreationMeta::IN_CUSTOM_FUNCTION);
  x.mul_(2.0);
  EXPECT_EQ(rejected([&] { row.grad_fn(); }), ErrorClass::ViewMadeInCustomFunction);
  // A view has the creation meta IN_CUSTOM_FUNCTION also if the Function's call was not recorded.
  EXPECT_EQ(creation_meta(FirstRow::apply(normal())), CreationMeta::IN_CUSTOM_FUNCTION);
  const at::NoGradGuard no_grad;
  EXPECT_EQ(creation_meta(FirstRow::apply(computed())), CreationMeta::IN_CUSTOM_FUNCTION);
}

TEST(CustomFunction, W2OnceMadeInTheModeAlways) {
  const Tensor x = computed();
  Tensor view;
  {
    const c10::InferenceMode mode;
    view = x.view({6});
    EXPECT_EQ(creation_meta(FirstRow::apply(x)), CreationMeta::INFERENCE_MODE);
  }
  EXPECT_EQ(creation_meta(FirstRow::apply(view.view({2, 3}))), CreationMeta::INFERENCE_MODE);
  EXPECT_EQ(creation_meta(PassThrough::apply(view)[0]), CreationMeta::INFERENCE_MODE);
}

TEST(CustomFunction, DirtyInputs) {
  const Tensor x = computed({2});
  const Tensor old = x.mul(x);
  const auto version = x._version();
  const Tensor out = DoubleInPlace::apply(leaf({2}), x);
  EXPECT_TRUE(out.is_same(x));
  EXPECT_EQ(x._version(), version + 3);  // rule V3: two in-place operators and mark_dirty bump once each
  EXPECT_NE(x.grad_fn()->name().find("DoubleInPlace"), std::string::npos);
  EXPECT_EQ(rejected([&] { old.sum().backward(); }), ErrorClass::BackwardSavedTensorModified);
  // The leaf that the Function writes did not require grad before the call; after it, it does.
  const Tensor plain = normal({2});
  const Tensor l = leaf({2});
  DoubleInPlace::apply(l, plain).sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(2, 1.0));
}

TEST(CustomFunction, W4DirtyInputsAreWrittenInPlace) {
  const Tensor l = leaf({2, 2});
  const Tensor other = normal({2});
  EXPECT_EQ(rejected([&] { DoubleInPlace::apply(normal({2, 2}), l); }), ErrorClass::LeafInPlace);
  EXPECT_EQ(rejected([&] { DoubleInPlace::apply(other, l.select(0, 0)); }), ErrorClass::ViewOfLeafInPlace);
  const Tensor x = computed({2, 2});
  Tensor unrecorded;
  {
    const at::NoGradGuard no_grad;
    unrecorded = x.select(0, 0);
  }
  EXPECT_EQ(rejected([&] { DoubleInPlace::apply(other, unrecorded); }), ErrorClass::ViewMadeInNoGradMode);
  // Rule M2: outside InferenceMode the Function cannot write an inference tensor.
  EXPECT_EQ(rejected([&] { DoubleInPlace::apply(leaf({2}), inference({2})); }), ErrorClass::InferenceWriteOutsideMode);
  const c10::InferenceMode mode;
  EXPECT_EQ(values(DoubleInPlace::apply(leaf({2}), inference({2}))), std::vector<double>(2, 3.0));
}

TEST(CustomFunction, S3ADirtyViewRebasesItsBase) {
  const std::int64_t before = live_objects().nodes;
  {
    const Tensor l = leaf({2, 2});
    const Tensor other = leaf({2});
    const Tensor x = l.mul(number(5));
    const Tensor row = x.select(0, 1);
    const Tensor out = DoubleInPlace::apply(other, row);
    EXPECT_TRUE(out.is_same(row));
    x.sum().backward();
    // The Function writes its second argument. libtorch 1.13.1 treats the first argument as written: it gives [5, 5,
    // 15, 15] here and no gradient to the other argument.
    EXPECT_EQ(values(l.grad()), (std::vector<double>{5, 5, 10, 10}));
    EXPECT_EQ(values(other.grad()), std::vector<double>(2, 1.0));
  }
  EXPECT_EQ(live_objects().nodes, before);
}

TEST(CustomFunction, ADirtyViewLeavesAlone) {
  struct TwoResults : Function<TwoResults> {
    static variable_list forward(AutogradContext* ctx, const Tensor& a) {
      a.mul_(2.0);
      ctx->mark_dirty({a});
      return {a, a.add(a)};
    }
    static variable_list backward(AutogradContext*, variable_list gradients) { return {gradients[0]}; }
  };
  const Tensor x = computed();
  EXPECT_EQ(rejected([&] { TwoResults::apply(x.select(0, 0)); }), ErrorClass::Argument);
  EXPECT_TRUE(TwoResults::apply(x)[0].is_same(x));
}

TEST(CustomFunction, WhatIsDirtyMustBeReturned) {
  struct Forgets : Function<Forgets> {
    static Tensor forward(AutogradContext* ctx, const Tensor& a) {
      ctx->mark_dirty({a});
      return a.add(a);
    }
    static variable_list backward(AutogradContext*, variable_list gradients) { return gradients; }
  };
  EXPECT_EQ(rejected([] { Forgets::apply(computed()); }), ErrorClass::Argument);
}

TEST(CustomFunction, NonDifferentiableResults) {
  struct Both : Function<Both> {
    static variable_list forward(AutogradContext* ctx, const Tensor& a, bool materialize) {
      const Tensor constant = a.mul(number(2));
      ctx->mark_non_differentiable({constant});
      ctx->set_materialize_grads(materialize);
      return {constant, a.mul(number(3)), a.gt(0)};
    }
    static variable_list backward(AutogradContext*, variable_list gradients) {
      EXPECT_EQ(gradients.size(), 3u);
      if (gradients[0].defined()) {
        EXPECT_EQ(values(gradients[0]), std::vector<double>(2, 0.0));
        EXPECT_EQ(gradients[2].scalar_type(), at::kBool);
      }
      return {gradients[1].mul(number(gradients[0].defined() ? 3 : 300)), Tensor()};
    }
  };
  const Tensor l = leaf({2});
  variable_list out = Both::apply(l, true);
  EXPECT_FALSE(out[0].requires_grad());
  EXPECT_TRUE(out[1].requires_grad());
  EXPECT_FALSE(out[2].requires_grad());
  out[1].sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(2, 3.0));
  Both::apply(l, false)[1].sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(2, 303.0));
}

TEST(CustomFunction, ListsAndOptionals) {
  struct Weighted : Function<Weighted> {
    static Tensor forward(AutogradContext* ctx, at::TensorList list, const c10::optional<Tensor>& bias) {
      ctx->saved_data["name"] = "weighted";
      ctx->saved_data["biased"] = bias.has_value();
      const Tensor sum = list[0].add(list[1].mul(number(2)));
      return bias.has_value() ? sum.add(*bias) : sum;
    }
    static variable_list backward(AutogradContext* ctx, variable_list gradients) {
      EXPECT_EQ(ctx->saved_data["name"].toStringRef(), "weighted");
      EXPECT_EQ(ctx->needs_input_grad(1), true);
      const bool biased = ctx->saved_data["biased"].toBool();
      EXPECT_EQ(rejected([&] { ctx->needs_input_grad(3); }), ErrorClass::Index);
      return {gradients[0], gradients[0].mul(number(2)), biased ? gradients[0] : Tensor()};
    }
  };
  const Tensor a = leaf({2});
  const Tensor b = leaf({2});
  const variable_list list = {a, b};
  Weighted::apply(at::TensorList(list), c10::optional<Tensor>()).sum().backward();
  EXPECT_EQ(values(b.grad()), std::vector<double>(2, 2.0));
  const Tensor bias = leaf({2});
  Weighted::apply(at::TensorList(list), c10::optional<Tensor>(bias)).sum().backward();
  EXPECT_EQ(values(bias.grad()), std::vector<double>(2, 1.0));
}

TEST(CustomFunction, NeedsInputGrad) {
  static std::vector<bool> asked;
  struct Asks : Function<Asks> {
    static Tensor forward(AutogradContext*, const Tensor& a, const Tensor& b) { return a.add(b); }
    static variable_list backward(AutogradContext* ctx, variable_list gradients) {
      asked = {ctx->needs_input_grad(0), ctx->needs_input_grad(1), ctx->needs_input_grad({{0, 2}})};
      return {ctx->needs_input_grad(0) ? gradients[0] : Tensor(), ctx->needs_input_grad(1) ? gradients[0] : Tensor()};
    }
  };
  const Tensor a = leaf();
  const Tensor b = leaf();
  static_cast<void>(grad({Asks::apply(a, b).sum()}, {a}));
  EXPECT_EQ(asked, (std::vector<bool>{true, false, true}));
  Asks::apply(a, normal()).sum().backward();
  EXPECT_EQ(asked, (std::vector<bool>{true, false, true}));
  Asks::apply(a, b).sum().backward({}, {}, false, std::vector<Tensor>{b});
  EXPECT_EQ(asked, (std::vector<bool>{false, true, true}));
}

TEST(CustomFunction, WrongGradients) {
  struct Returns : Function<Returns> {
    static Tensor forward(AutogradContext* ctx, const Tensor& a, std::int64_t what) {
      ctx->saved_data["what"] = what;
      return a.add(a);
    }
    static variable_list backward(AutogradContext* ctx, variable_list gradients) {
      const Tensor& g = gradients[0];
      switch (ctx->saved_data["what"].toInt()) {
        case 0:
          return {g};  // backward leaves out the gradient of the argument that is a number
        case 1:
          return {g, Tensor(), g};
        case 2:
          return {g, g};  // backward returns a gradient for the argument that is a number
        case 3:
          return {normal({7}), Tensor()};
        case 4:
          return {g, Tensor(), Tensor(), Tensor()};  // backward may return extra gradients that are undefined
        default:
          return {Tensor(), Tensor()};
      }
    }
  };
  const Tensor l = leaf();
  EXPECT_EQ(rejected([&] { Returns::apply(l, 0).sum().backward(); }), ErrorClass::BackwardGradientCount);
  EXPECT_EQ(rejected([&] { Returns::apply(l, 1).sum().backward(); }), ErrorClass::BackwardGradientCount);
  EXPECT_EQ(rejected([&] { Returns::apply(l, 2).sum().backward(); }), ErrorClass::BackwardGradientCount);
  EXPECT_EQ(rejected([&] { Returns::apply(l, 3).sum().backward(); }), ErrorClass::BackwardGradientMismatch);
  EXPECT_FALSE(l.grad().defined());
  Returns::apply(l, 5).sum().backward();
  EXPECT_FALSE(l.grad().defined());
  Returns::apply(l, 4).sum().backward();
  EXPECT_TRUE(l.grad().defined());
  try {
    Returns::apply(l, 0).sum().backward();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("(expected 2, got 1)"), std::string::npos);
  }
}

TEST(CustomFunction, ForwardMayRaise) {
  struct Raises : Function<Raises> {
    static Tensor forward(AutogradContext*, const Tensor& a) { return a.mm(a); }
    static variable_list backward(AutogradContext*, variable_list gradients) { return gradients; }
  };
  const std::int64_t before = live_objects().total();
  {
    const Tensor l = leaf({2, 3});
    EXPECT_EQ(rejected([&] { Raises::apply(l); }), ErrorClass::Shape);
    EXPECT_TRUE(c10::GradMode::is_enabled());
  }
  EXPECT_EQ(live_objects().total(), before);
}

TEST(CustomFunction, BackwardInsideBackward) {
  // This Function computes its forward again in backward, as checkpointing does.
  struct Checkpoint : Function<Checkpoint> {
    static Tensor forward(AutogradContext* ctx, const Tensor& x) {
      ctx->save_for_backward({x});
      return x.mul(x);
    }
    static variable_list backward(AutogradContext* ctx, variable_list gradients) {
      const at::AutoGradMode recording(true);
      const Tensor x = ctx->get_saved_variables()[0].detach().set_requires_grad(true);
      x.mul(x).backward(gradients[0]);
      return {x.grad()};
    }
  };
  const Tensor l = at::full({2}, 3).to(at::kFloat).set_requires_grad(true);
  Checkpoint::apply(l.mul(number(1))).sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(2, 6.0));
  EXPECT_TRUE(c10::GradMode::is_enabled());
}

}  // namespace modecheck::engine
