// Tests the S rules, which are about saved tensors and backward.
#include <limits>
#include <thread>

#include "tests/engine/support.h"

namespace modecheck::engine {

using torch::autograd::grad;

TEST(Saving, S1InferenceTensorsAreNotSaved) {
  const Tensor l = leaf({2, 2});
  const Tensor i = inference({2, 2});
  const auto saves = [](const std::function<void()>& action) {
    EXPECT_EQ(rejected(action), ErrorClass::InferenceSavedForBackward);
  };
  saves([&] { l.mul(i); });
  saves([&] { i.mul(l); });
  saves([&] { l.div(i); });
  saves([&] { l.mm(i); });
  saves([&] { l.maximum(i); });
  saves([&] { at::addmm(l, i, l); });
  static_cast<void>(l.add(i));
  static_cast<void>(l.sub(i));
  static_cast<void>(at::cat({l, i}));
  static_cast<void>(at::addmm(l, i, i));
  const at::NoGradGuard no_grad;
  static_cast<void>(l.mul(i));
}

TEST(Saving, S2ModifiedAndFreed) {
  const Tensor l = leaf();
  const Tensor x = l.mul(number(2));
  const Tensor product = x.mul(x).sum();
  {
    const c10::InferenceMode mode;
    x.add_(1.0);
  }
  EXPECT_EQ(rejected([&] { product.backward(); }), ErrorClass::BackwardSavedTensorModified);
  EXPECT_FALSE(l.grad().defined());
  const Tensor again = l.mul(l).sum();
  again.backward({}, true);
  again.backward();
  EXPECT_EQ(rejected([&] { again.backward(); }), ErrorClass::BackwardGraphFreed);
  EXPECT_EQ(values(l.grad()), std::vector<double>(6, 4.0));
  // This graph saves nothing, so backward frees nothing and may run twice.
  const Tensor sum = l.add(l).sum();
  sum.backward();
  sum.backward();
}

TEST(Saving, S4LeafInferenceTensors) {
  Tensor i;
  {
    const c10::InferenceMode mode;
    i = torch::ones({2}, torch::requires_grad());
  }
  i.add(normal({2})).sum().backward();
  EXPECT_EQ(values(i.grad()), std::vector<double>(2, 1.0));
  EXPECT_FALSE(i.mul(i).requires_grad());
}

TEST(Saving, S5BackwardInsideTheMode) {
  const Tensor l = leaf();
  const Tensor sum = l.mul(number(2)).sum();
  {
    const c10::InferenceMode mode;
    sum.backward();
  }
  EXPECT_TRUE(l.grad().is_inference());
  // Rules S6 and M2: the leaf's grad is an inference tensor, so outside InferenceMode backward cannot accumulate into
  // it.
  EXPECT_EQ(rejected([&] { l.sum().backward(); }), ErrorClass::InferenceWriteOutsideMode);
}

TEST(Saving, S6GradLayoutAndIdentity) {
  const Tensor l = leaf({3, 2});
  {
    const at::NoGradGuard no_grad;
    l.t_();
  }
  const Tensor given = normal({2, 3});
  l.backward(given);
  EXPECT_EQ(l.grad().strides(), l.strides());
  EXPECT_FALSE(l.grad().is_alias_of(given));
  const Tensor before = l.grad();
  l.backward(given);
  EXPECT_TRUE(l.grad().is_same(before));
  EXPECT_EQ(values(before), std::vector<double>(6, 2.0));
  // The gradients of two leaves never share memory.
  const Tensor x = leaf({6});
  const Tensor y = leaf({2, 3});
  x.view({2, 3}).add(y).backward(given);
  EXPECT_FALSE(x.grad().is_alias_of(y.grad()));
}

TEST(Saving, RootsAndGradients) {
  const Tensor l = leaf();
  EXPECT_EQ(rejected([&] { l.mul(number(2)).backward(); }), ErrorClass::BackwardRootNotScalar);
  EXPECT_EQ(rejected([&] { normal().sum().backward(); }), ErrorClass::BackwardRootRequiresNoGrad);
  EXPECT_EQ(rejected([&] { l.mul(number(2)).backward(normal({3})); }), ErrorClass::BackwardGradientMismatch);
  EXPECT_EQ(rejected([&] { grad({l.sum()}, {leaf()}); }), ErrorClass::BackwardInputUnused);
  EXPECT_EQ(rejected([&] { grad({l.sum()}, {normal()}); }), ErrorClass::BackwardInputRequiresNoGrad);
  EXPECT_FALSE(grad({l.sum()}, {leaf()}, {}, {}, false, true)[0].defined());
  EXPECT_FALSE(l.grad().defined());
}

TEST(Saving, InputsOnly) {
  const Tensor a = leaf();
  const Tensor b = leaf();
  const Tensor x = a.mul(b);
  x.sum().backward({}, true, false, std::vector<Tensor>{a});
  EXPECT_TRUE(a.grad().defined());
  EXPECT_FALSE(b.grad().defined());
  x.sum().backward({}, true, false, std::vector<Tensor>{x});
  EXPECT_EQ(values(x.grad()), std::vector<double>(6, 1.0));
}

TEST(Saving, HooksAndRetainGrad) {
  const Tensor l = leaf();
  const Tensor x = l.mul(number(2));
  x.register_hook([](const Tensor& gradient) { return gradient.mul(number(10)); });
  x.retain_grad();
  x.sum().backward();
  EXPECT_EQ(values(l.grad()), std::vector<double>(6, 20.0));
  EXPECT_EQ(values(x.grad()), std::vector<double>(6, 10.0));
  l.register_hook([](Tensor) { return at::ones({7}); });
  EXPECT_EQ(rejected([&] { l.sum().backward(); }), ErrorClass::BackwardGradientMismatch);
  EXPECT_EQ(rejected([] { normal().register_hook([](Tensor gradient) { return gradient; }); }), ErrorClass::Argument);
}

TEST(Saving, AnInputThatIsNoneIsNotAskedFor) {
  const Tensor y = leaf({2}).mul(2);
  EXPECT_TRUE(y.grad_fn()->should_compute_output(0));
  EXPECT_EQ(rejected([&] { y.grad_fn()->should_compute_output(y.grad_fn()->num_outputs()); }), ErrorClass::Index);
}

TEST(Saving, TwiceDifferentiable) {
  const Tensor l = at::full({2}, 3.0).set_requires_grad(true);
  const Tensor first = grad({l.mul(l).mul(l).sum()}, {l}, {}, true, true)[0];
  EXPECT_EQ(values(first), std::vector<double>(2, 27.0));
  EXPECT_EQ(values(grad({first.sum()}, {l})[0]), std::vector<double>(2, 18.0));
  const Tensor sigmoid = grad({l.sigmoid().sum()}, {l}, {}, true, true)[0];
  EXPECT_TRUE(sigmoid.requires_grad());
}

// The second derivative of logaddexp must not divide by the square of exp(difference), because the square overflows
// long before exp(difference) does.
TEST(Saving, LogaddexpIsCurvedNowhereFarFromTheDiagonal) {
  for (const double difference : {-800.0, -300.0, 0.0, 300.0, 800.0}) {
    const Tensor x = at::full({1}, difference, at::kDouble).requires_grad_();
    const Tensor first = grad({at::logaddexp(x, at::zeros({1}, at::kDouble))}, {x}, {at::ones({1}, at::kDouble)},
                              /*retain_graph=*/true, /*create_graph=*/true)[0];
    EXPECT_NEAR(first.item<double>(), difference > 0 ? 1 : difference < 0 ? 0 : 0.5, 1e-100);
    const double second = grad({first}, {x}, {at::ones({1}, at::kDouble)})[0].item<double>();
    EXPECT_NEAR(second, difference == 0 ? 0.25 : 0, 1e-100);
  }
}

TEST(Saving, Derivatives) {
  const Tensor m = at::arange(1, 5, 1, at::kDouble).view({2, 2});
  // Compare every derivative formula with central differences.
  const std::vector<std::pair<const char*, std::function<Tensor(const Tensor&)>>> functions = {
      {"neg", [](const Tensor& x) { return x.neg(); }},
      {"abs", [](const Tensor& x) { return x.abs(); }},
      {"exp", [](const Tensor& x) { return x.exp(); }},
      {"relu", [](const Tensor& x) { return x.relu(); }},
      {"sigmoid", [](const Tensor& x) { return x.sigmoid(); }},
      {"tanh", [](const Tensor& x) { return x.tanh(); }},
      {"add", [&](const Tensor& x) { return m.add(x, 3); }},
      {"sub", [&](const Tensor& x) { return m.sub(x, 3); }},
      {"mul", [&](const Tensor& x) { return x.mul(m).mul(x); }},
      {"div", [&](const Tensor& x) { return m.div(x).div(m); }},
      {"maximum", [&](const Tensor& x) { return x.maximum(m.t()).mul(m); }},
      {"where", [&](const Tensor& x) { return at::where(m.gt(2), x.mul(m), x); }},
      {"sum", [&](const Tensor& x) { return x.sum({0}).mul(m); }},
      {"mean", [&](const Tensor& x) { return x.mean({-1}, true).mul(m); }},
      {"amax", [&](const Tensor& x) { return x.amax({0}).mul(m); }},
      {"softmax", [&](const Tensor& x) { return x.softmax(1).mul(m); }},
      {"mm", [&](const Tensor& x) { return x.mm(m).mm(x); }},
      {"addmm", [&](const Tensor& x) { return at::addmm(x, x, m, 2, 3).mul(m); }},
      {"matmul", [&](const Tensor& x) { return x.matmul(m.select(0, 0)).mul(x.select(0, 1).matmul(m)); }},
      {"matmul of batches",
       [&](const Tensor& x) {
         return x.expand({3, 2, 2}).matmul(m).mul(m);
       }},
      {"cat",
       [&](const Tensor& x) {
         return at::cat({x, m, x}).mul(at::cat({m, m, x}));
       }},
      {"stack",
       [&](const Tensor& x) {
         return at::stack({x, m}, 1).mul(m);
       }},
      {"index_select", [&](const Tensor& x) { return x.index_select(0, at::ones({3}, at::kLong)); }},
      {"gather",
       [&](const Tensor& x) {
         return x.gather(1, at::ones({2, 1}, at::kLong)).mul(m);
       }},
      {"masked_fill", [&](const Tensor& x) { return x.masked_fill(m.gt(2), 7).mul(m); }},
      {"to", [&](const Tensor& x) { return x.to(at::kDouble, false, true).mul(m); }},
      {"views",
       [&](const Tensor& x) {
         return x.t().unsqueeze(0).permute({2, 0, 1}).squeeze(1).diagonal().mul(m);
       }},
      {"slices",
       [&](const Tensor& x) {
         return x.slice(0, 1).reshape({2}).select(0, 1).expand({2, 2}).mul(m);
       }},
      {"split", [&](const Tensor& x) { return x.split(1)[1].mul(x.unbind(1)[0]).mul(m); }},
      {"as_strided",
       [&](const Tensor& x) {
         return x.contiguous().as_strided({2, 2}, {1, 1}).mul(m);
       }},
      {"in place",
       [&](const Tensor& x) {
         const Tensor y = x.clone();
         y.mul_(m).div_(x).add_(x).sub_(m);
         return y.exp_();
       }},
      {"in place through views",
       [&](const Tensor& x) {
         const Tensor y = x.clone();
         y.select(0, 0).mul_(y.select(0, 1).clone());
         y.diagonal().copy_(x.select(1, 0));
         y.t_();
         y.t().view({-1}).slice(0, 1, 3).zero_();
         return y.mul(m);
       }},
  };
  for (const auto& named : functions) {
    const char* const name = named.first;
    const std::function<Tensor(const Tensor&)>& function = named.second;
    const Tensor x = m.mul(at::full({}, 0.3, at::kDouble)).sub(at::full({}, 0.5, at::kDouble)).contiguous();
    x.set_requires_grad(true);
    function(x).sum().backward();
    const std::vector<double> got = values(x.grad());
    for (std::size_t i = 0; i < got.size(); ++i) {
      const auto at_distance = [&](double distance) {
        const at::NoGradGuard no_grad;
        const Tensor moved = x.detach().clone();
        moved.data_ptr<double>()[i] += distance;
        return values(function(moved).sum())[0];
      };
      const double wanted = (at_distance(1e-6) - at_distance(-1e-6)) / 2e-6;
      EXPECT_NEAR(got[i], wanted, 1e-6 * std::max(1.0, std::abs(wanted))) << name << ", element " << i;
    }
  }
}

TEST(Saving, P6OtherThreadsTrainUndisturbed) {
  const c10::InferenceMode mode;
  std::vector<double> got;
  std::thread([&] {
    const Tensor l = leaf();
    l.mul(l).sum().backward();
    got = values(l.grad());
  }).join();
  EXPECT_EQ(got, std::vector<double>(6, 2.0));
}

// as_strided_ shrinks the leaf's grad to one element, then the leaf is destroyed. Another as_strided_ restores all four
// elements, then the grad is destroyed, too. Backward still adds to all four elements.
TEST(Backward, S6TheGradOfALeafThatIsGoneIsAddedToAsItLayAtTheEnd) {
  Tensor gone = leaf({2, 2});
  const Tensor sum = gone.add(gone);
  gone.backward(at::ones({2, 2}));
  Tensor grad = gone.grad();
  const Tensor bytes = grad.detach();
  grad.as_strided_({}, {});
  gone = number(0);
  grad.as_strided_({2, 2}, {2, 1});
  grad = number(0);
  sum.backward(at::ones({2, 2}));
  EXPECT_EQ(values(bytes), std::vector<double>(4, 3));
}

// Where the argument of clamp equals a bound that is a number, the gradient is zero, as for hardtanh (pytorch #184574).
// Zero is the subgradient of least norm.
TEST(Backward, S3ABoundThatIsANumberGetsNoGradientThrough) {
  const auto slopes = [](const std::function<Tensor(const Tensor&)>& of) {
    const Tensor x = torch::tensor({-1.0, 0.0, 0.5, 1.0, 2.0}).set_requires_grad(true);
    of(x).sum().backward();
    return values(x.grad());
  };
  EXPECT_EQ(slopes([](const Tensor& x) { return x.clamp(0, 1); }), (std::vector<double>{0, 0, 1, 0, 0}));
  EXPECT_EQ(slopes([](const Tensor& x) { return x.mul(number(1)).clamp_(0, 1); }),
            (std::vector<double>{0, 0, 1, 0, 0}));
  EXPECT_EQ(slopes([](const Tensor& x) { return x.clamp_min(0); }), (std::vector<double>{0, 0, 1, 1, 1}));
  EXPECT_EQ(slopes([](const Tensor& x) { return x.clamp_max(1); }), (std::vector<double>{1, 1, 1, 0, 0}));
  EXPECT_EQ(slopes([](const Tensor& x) { return x.clamp(1, 0); }), std::vector<double>(5, 0));
}

// fmax, fmin and clamp pass half of the gradient to each of two equal numbers (pytorch #191142).
TEST(Backward, S3EqualNumbersShareTheGradient) {
  using Numbers = std::vector<double>;
  const auto slopes = [](const std::function<Tensor(const Tensor&, const Tensor&)>& of) {
    const Tensor x = torch::tensor({1.0, 1.0, 2.0}).set_requires_grad(true);
    const Tensor y = torch::tensor({1.0, 2.0, 1.0}).set_requires_grad(true);
    of(x, y).sum().backward();
    Numbers out = values(x.grad());
    for (const double slope : values(y.grad())) out.push_back(slope);
    return out;
  };
  const Numbers greater{0.5, 0, 1, 0.5, 1, 0};
  const Numbers smaller{0.5, 1, 0, 0.5, 0, 1};
  EXPECT_EQ(slopes([](const Tensor& x, const Tensor& y) { return at::fmax(x, y); }), greater);
  EXPECT_EQ(slopes([](const Tensor& x, const Tensor& y) { return at::fmin(x, y); }), smaller);
  EXPECT_EQ(slopes([](const Tensor& x, const Tensor& y) { return x.clamp_min(y); }), greater);
  EXPECT_EQ(slopes([](const Tensor& x, const Tensor& y) { return x.clamp_max(y); }), smaller);
  using Bound = c10::optional<Tensor>;
  EXPECT_EQ(slopes([](const Tensor& x, const Tensor& y) { return x.clamp(Bound(y)); }), greater);
  EXPECT_EQ(slopes([](const Tensor& x, const Tensor& y) { return x.clamp(Bound(), Bound(y)); }), smaller);
}

TEST(Backward, S3BetweenTwoBoundsTheEqualOneShares) {
  // The elements of x lie between the two bounds of clamp, at each bound, and beyond each bound. Then both bounds are
  // equal, and last they are swapped.
  const Tensor x = torch::tensor({1.5, 1.0, 2.0, 0.0, 3.0, 1.0, 0.0, 2.0, 1.5}).set_requires_grad(true);
  const Tensor low = torch::tensor({1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0}).set_requires_grad(true);
  const Tensor high = torch::tensor({2.0, 2.0, 2.0, 2.0, 2.0, 1.0, 1.0, 1.0, 1.0}).set_requires_grad(true);
  x.clamp(c10::optional<Tensor>(low), c10::optional<Tensor>(high)).sum().backward();
  EXPECT_EQ(values(x.grad()), (std::vector<double>{1, 0.5, 0.5, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(values(low.grad()), (std::vector<double>{0, 0.5, 0, 1, 0, 0, 1, 0, 0}));
  EXPECT_EQ(values(high.grad()), (std::vector<double>{0, 0, 0.5, 0, 1, 0, 0, 1, 1}));
}

// The derivative of a mean needs only the sizes of its argument (pytorch #109876).
TEST(Saving, S2AMeanSavesNothing) {
  const Tensor l = leaf();
  const Tensor x = l.mul(number(2));
  const Tensor mean = x.mean(c10::IntArrayRef{0});
  {
    const c10::InferenceMode mode;
    x.add_(1.0);
  }
  mean.backward(at::ones({3}), true);
  mean.backward(at::ones({3}));
  EXPECT_EQ(values(l.grad()), std::vector<double>(6, 2.0));
  const Tensor again = leaf().mean(c10::IntArrayRef{1}, true);
  again.backward(at::ones({2, 1}));
  again.backward(at::ones({2, 1}));
}

// The result has no elements, so it depends on no element of x, although an element of x is NaN.
TEST(SecondGradients, S3OfAResultWithoutElementsAreZero) {
  const Tensor x = at::full({2, 1}, std::numeric_limits<double>::quiet_NaN()).requires_grad_();
  const Tensor result = at::atan2(at::ones({2, 0}), x);
  const Tensor first = grad({result.sum()}, {x}, {}, true, true)[0];
  const Tensor second = grad({first.sum()}, {x}, {}, false, false, true)[0];
  EXPECT_EQ(values(second), std::vector<double>(2, 0.0));
}

}  // namespace modecheck::engine
