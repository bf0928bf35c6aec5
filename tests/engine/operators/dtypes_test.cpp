// Tests dtypes: rounding to 16-bit dtypes, type promotion, and complex gradients.
#include <bit>
#include <cmath>
#include <limits>

#include "engine/dispatch/call.h"
#include "spec/operators/unary.h"
#include "tests/engine/support.h"

namespace modecheck::engine {
namespace {

using at::ScalarType;
using Complex = c10::complex<float>;

constexpr ScalarType all[] = {at::kByte,  at::kChar,   at::kShort,    at::kInt,          at::kLong,          at::kHalf,
                              at::kFloat, at::kDouble, at::kBFloat16, at::kComplexFloat, at::kComplexDouble, at::kBool};

// Finds the nearest number of a 16-bit dtype by trying all bit patterns. On a tie the number with an even bit pattern
// wins.
template <typename Small>
float nearest_by_trial(float value) {
  float best = std::numeric_limits<float>::infinity();
  double distance = std::numeric_limits<double>::infinity();
  bool even = false;
  for (unsigned bits = 0; bits < 0x8000u; ++bits) {
    const float candidate = Small(static_cast<std::uint16_t>(bits), Small::from_bits());
    if (!std::isfinite(candidate)) continue;
    const double off = std::fabs(static_cast<double>(value) - static_cast<double>(candidate));
    if (off > distance || (off == distance && even)) continue;
    best = candidate;
    distance = off;
    even = bits % 2 == 0;
  }
  return best;
}

Tensor complex_tensor(std::vector<Complex> values) {
  Tensor out = at::empty({static_cast<std::int64_t>(values.size())}, at::kComplexFloat);
  std::copy(values.begin(), values.end(), out.data_ptr<Complex>());
  return out;
}

}  // namespace

TEST(Dtypes, SixteenBitsReadAndWrittenStayTheSame) {
  for (unsigned bits = 0; bits < 0x10000u; ++bits) {
    const c10::Half half(static_cast<std::uint16_t>(bits), c10::Half::from_bits());
    const c10::BFloat16 brain(static_cast<std::uint16_t>(bits), c10::BFloat16::from_bits());
    if (!std::isnan(static_cast<float>(half))) {
      EXPECT_EQ(c10::Half(static_cast<float>(half)).x, bits);
    }
    if (!std::isnan(static_cast<float>(brain))) {
      EXPECT_EQ(c10::BFloat16(static_cast<float>(brain)).x, bits);
    }
  }
  EXPECT_TRUE(std::isnan(static_cast<float>(c10::Half(std::nanf("")))));
  EXPECT_TRUE(std::isnan(static_cast<float>(c10::BFloat16(std::nanf("")))));
}

TEST(Dtypes, SixteenBitsAreRoundedToNearestTiesToEven) {
  for (const float value : {0.1f, 1.0f / 3, 1.00048828125f, 1.00146484375f, 3e-8f, 2.9802322e-8f, 8.9406967e-8f,
                            6.1e-5f, 6.0995e-5f, 1234.567f, 65504.0f, 65519.0f, 2049.0f, 2051.0f, 257.0f, 259.0f}) {
    EXPECT_EQ(static_cast<float>(c10::Half(value)), nearest_by_trial<c10::Half>(value)) << value;
    EXPECT_EQ(static_cast<float>(c10::BFloat16(value)), nearest_by_trial<c10::BFloat16>(value)) << value;
    EXPECT_EQ(static_cast<float>(c10::Half(-value)), -static_cast<float>(c10::Half(value))) << value;
  }
  EXPECT_TRUE(std::isinf(static_cast<float>(c10::Half(65520.0f))));
  EXPECT_TRUE(std::isinf(static_cast<float>(c10::BFloat16(3.4e38f))));
}

TEST(Dtypes, PromotionIsCommutativeAndNeverLosesACategory) {
  for (const ScalarType a : all)
    for (const ScalarType b : all) {
      const ScalarType common = at::promote_types(a, b);
      EXPECT_EQ(common, at::promote_types(b, a));
      EXPECT_TRUE(at::can_cast(a, common)) << a << ' ' << b;
      EXPECT_EQ(at::promote_types(common, a), common) << a << ' ' << b;
    }
  EXPECT_EQ(at::promote_types(at::kByte, at::kChar), at::kShort);
  EXPECT_EQ(at::promote_types(at::kHalf, at::kBFloat16), at::kFloat);
  EXPECT_EQ(at::promote_types(at::kLong, at::kHalf), at::kHalf);
  EXPECT_EQ(at::promote_types(at::kDouble, at::kComplexFloat), at::kComplexDouble);
  EXPECT_FALSE(at::can_cast(at::kComplexFloat, at::kDouble));
  EXPECT_TRUE(at::can_cast(at::kLong, at::kByte));
}

TEST(Dtypes, AScalarTensorWidensOnlyToAHigherCategory) {
  const Tensor half = at::ones({2}, at::kHalf);
  EXPECT_EQ(at::result_type(half, at::ones({}, at::kDouble)), at::kHalf);
  EXPECT_EQ(at::result_type(at::ones({2}, at::kByte), c10::Scalar(2.5)), at::kFloat);
  EXPECT_EQ(at::result_type(at::ones({2}, at::kFloat), at::ones({}, at::kComplexDouble)), at::kComplexFloat);
  EXPECT_EQ(at::result_type(at::ones({2}, at::kInt), c10::Scalar(c10::complex<double>(0, 1))), at::kComplexFloat);
}

TEST(Dtypes, IntegersWrap) {
  const Tensor bytes = at::full({1}, 200, at::kByte);
  EXPECT_EQ(bytes.add(bytes).item<int>(), 144);
  const Tensor chars = at::full({1}, -128, at::kChar);
  EXPECT_EQ(chars.neg().item<int>(), -128);
  EXPECT_EQ(bytes.sum().scalar_type(), at::kLong);
  EXPECT_EQ(at::full({1}, -3, at::kByte).item<int>(), 253);
  EXPECT_EQ(rejected([] { at::full({1}, 300, at::kChar); }), ErrorClass::Overflow);
}

TEST(Dtypes, HalvesAreComputedAsFloatsAndRoundedOnce) {
  const Tensor a = at::full({3}, 2048, at::kHalf);
  EXPECT_EQ(values(a.add(at::ones({3}, at::kHalf)))[0], 2048);
  EXPECT_EQ(values(a.mul(a))[0], std::numeric_limits<double>::infinity());
  EXPECT_EQ(at::ones({2000}, at::kBFloat16).sum().item<float>(), 2000);
  // Neither the engine nor libtorch's CPU backend has a kernel for exp or mm on half precision.
  EXPECT_EQ(rejected([&] { a.exp(); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([] { at::ones({2, 2}, at::kHalf).mm(at::ones({2, 2}, at::kHalf)); }), ErrorClass::Dtype);
}

TEST(Dtypes, M3OnlyFloatingAndComplexRequireGrad) {
  for (const ScalarType type : all) {
    const Tensor tensor = at::ones({2}, type);
    if (c10::isFloatingType(type) || c10::isComplexType(type)) {
      EXPECT_TRUE(tensor.set_requires_grad(true).requires_grad()) << type;
    } else {
      EXPECT_EQ(rejected([&] { tensor.set_requires_grad(true); }), ErrorClass::RequiresGradOnNonFloating) << type;
    }
  }
}

TEST(Dtypes, ADtypeViewCountsBytes) {
  const Tensor numbers = at::ones({2, 2}, at::kComplexFloat);
  const Tensor parts = numbers.view(at::kFloat);
  EXPECT_TRUE(parts.sizes().equals({2, 4}));
  EXPECT_EQ(values(parts), (std::vector<double>{1, 0, 1, 0, 1, 0, 1, 0}));
  EXPECT_TRUE(parts.view(at::kHalf).sizes().equals({2, 8}));
  EXPECT_TRUE(parts.view(at::kComplexDouble).sizes().equals({2, 1}));
}

TEST(Dtypes, S3ComplexGradientsAreConjugated) {
  // For z = x + iy and L = Re(z * w), dL/dx + i dL/dy is the conjugate of w.
  const Tensor z = complex_tensor({{1, 2}, {0, -1}}).set_requires_grad(true);
  const Tensor w = complex_tensor({{3, 4}, {2, 1}});
  z.mul(w).sum().backward(at::ones({}, at::kComplexFloat));
  EXPECT_EQ(z.grad().data_ptr<Complex>()[0], Complex(3, -4));
  EXPECT_EQ(z.grad().data_ptr<Complex>()[1], Complex(2, -1));
  // The gradient of abs at a complex number z is z / |z|.
  const Tensor v = complex_tensor({{3, 4}}).set_requires_grad(true);
  v.abs().sum().backward();
  EXPECT_NEAR(v.grad().data_ptr<Complex>()[0].real(), 0.6, 1e-6);
  EXPECT_NEAR(v.grad().data_ptr<Complex>()[0].imag(), 0.8, 1e-6);
  // A real factor in a complex product gets the real part of the gradient.
  const Tensor real = at::ones({1}).set_requires_grad(true);
  real.mul(v.detach()).abs().sum().backward();
  EXPECT_NEAR(real.grad().item<float>(), 5, 1e-5);
}

TEST(Dtypes, ComplexNumbersHaveNoOrder) {
  const Tensor z = complex_tensor({{1, 2}, {0, -1}});
  EXPECT_EQ(rejected([&] { z.lt(z); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([&] { z.relu(); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([&] { at::maximum(z, z); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([&] { z.amax(); }), ErrorClass::Dtype);
  EXPECT_EQ(values(z.eq(z)), (std::vector<double>{1, 1}));
  EXPECT_EQ(z.abs().scalar_type(), at::kFloat);
}

// The points at which complex derivatives are tested lie on both sides of the imaginary axis and of the branch cuts.
TEST(Dtypes, S3SlopesOfComplexFunctionsAreThoseOfDifferences) {
  using Wide = c10::complex<double>;
  struct Function {
    const char* name;
    Tensor (*of)(const Tensor&);
  };
  const Function functions[] = {
      {"log", [](const Tensor& x) { return x.log(); }},
      {"log2", [](const Tensor& x) { return x.log2(); }},
      {"log10", [](const Tensor& x) { return x.log10(); }},
      {"sqrt", [](const Tensor& x) { return x.sqrt(); }},
      {"rsqrt", [](const Tensor& x) { return x.rsqrt(); }},
      {"sin", [](const Tensor& x) { return x.sin(); }},
      {"cos", [](const Tensor& x) { return x.cos(); }},
      {"tan", [](const Tensor& x) { return x.tan(); }},
      {"asin", [](const Tensor& x) { return x.asin(); }},
      {"acos", [](const Tensor& x) { return x.acos(); }},
      {"atan", [](const Tensor& x) { return x.atan(); }},
      {"sinh", [](const Tensor& x) { return x.sinh(); }},
      {"cosh", [](const Tensor& x) { return x.cosh(); }},
      {"asinh", [](const Tensor& x) { return x.asinh(); }},
      {"acosh", [](const Tensor& x) { return x.acosh(); }},
      {"atanh", [](const Tensor& x) { return x.atanh(); }},
      {"reciprocal", [](const Tensor& x) { return x.reciprocal(); }},
  };
  const std::vector<Wide> points{{0.5, 0.75}, {-1.5, 0.5}, {-0.25, -2}, {2, -0.125}};
  constexpr double step = 1e-6;
  for (const Function& function : functions) {
    for (const Wide& point : points) {
      const auto at = [](const Wide& z) {
        Tensor out = at::empty({1}, at::kComplexDouble);
        *out.data_ptr<Wide>() = z;
        return out;
      };
      const Tensor x = at(point).set_requires_grad(true);
      function.of(x).sum().backward(at::ones({}, at::kComplexDouble));
      const auto value = [&](const Wide& z) { return *function.of(at(z)).data_ptr<Wide>(); };
      const Wide want = (value(point + Wide(step)) - value(point - Wide(step))) / Wide(2 * step);
      const Wide got = *x.grad().data_ptr<Wide>();
      EXPECT_NEAR(got.real(), want.real(), 1e-7) << function.name << point;
      EXPECT_NEAR(got.imag(), -want.imag(), 1e-7) << function.name << point;
    }
  }
}

TEST(Dtypes, NarrowNumbersHaveNarrowLimits) {
  const Tensor z = at::full({1}, std::numeric_limits<double>::infinity());
  const auto finite = [&](ScalarType type) {
    return call<operators::nan_to_num>(z.to(type), c10::nullopt, c10::nullopt, c10::nullopt)
        .to(at::kFloat)
        .item<float>();
  };
  EXPECT_EQ(finite(at::kHalf), 65504.0f);
  EXPECT_TRUE(std::isfinite(finite(at::kBFloat16)));
  EXPECT_EQ(rejected([&] { at::full({1}, 1).to(at::kHalf).floor(); }), ErrorClass::Dtype);
  EXPECT_EQ(rejected([&] { call<operators::mish>(at::full({1}, 1).to(at::kBFloat16)); }), ErrorClass::Dtype);
}

TEST(Dtypes, AComplexRootHasAComplexGradient) {
  const Tensor z = complex_tensor({{1, 2}}).set_requires_grad(true);
  EXPECT_EQ(rejected([&] { z.sum().backward(at::ones({})); }), ErrorClass::BackwardGradientDtype);
  EXPECT_EQ(rejected([&] { leaf({}).mul(number(2)).backward(at::ones({}, at::kComplexFloat)); }),
            ErrorClass::BackwardGradientDtype);
  z.sum().backward(at::ones({}, at::kComplexFloat));
  EXPECT_EQ(z.grad().data_ptr<Complex>()[0], Complex(1, 0));
}

// backward() without an argument starts with the gradient 1, which it does only for a real root (pytorch issue 92750).
TEST(Dtypes, AComplexRootWantsAGradient) {
  const Tensor z = complex_tensor({{1, 2}}).set_requires_grad(true);
  EXPECT_EQ(rejected([&] { z.sum().backward(); }), ErrorClass::BackwardGradientDtype);
  EXPECT_EQ(rejected([&] { torch::autograd::grad({z.sum()}, {z}); }), ErrorClass::BackwardGradientDtype);
  EXPECT_FALSE(z.grad().defined());
  // backward rejects the call, because no gradient is given for the complex root. Nothing is accumulated for the real
  // root either, although its gradient is given.
  const Tensor x = leaf({});
  const std::vector<Tensor> roots{x.mul(x), z.sum()};
  const std::vector<Tensor> gradients{at::ones({}), Tensor()};
  EXPECT_EQ(rejected([&] { torch::autograd::backward(roots, gradients); }), ErrorClass::BackwardGradientDtype);
  EXPECT_FALSE(x.grad().defined());
  // backward rejects a root with several elements for its sizes first, and a constant for having no graph.
  EXPECT_EQ(rejected([&] { at::cat({z, z}).backward(); }), ErrorClass::BackwardRootNotScalar);
  EXPECT_EQ(rejected([&] { z.detach().backward(); }), ErrorClass::BackwardRootRequiresNoGrad);
}

// argmax and argmin reject bool and complex tensors of all sizes (pytorch issues 126776 and 126777).
TEST(Dtypes, WhatHasNoOrderHasNoPlaceOfAnExtreme) {
  for (const ScalarType type : {at::kBool, at::kComplexFloat, at::kComplexDouble})
    for (const auto& [sizes, dim] : std::vector<std::pair<std::vector<std::int64_t>, c10::optional<std::int64_t>>>{
             {{2, 1}, 1}, {{1}, 0}, {{1}, c10::nullopt}, {{}, 0}, {{2, 3}, 1}, {{0, 3}, 1}, {{0, 3}, c10::nullopt}}) {
      const Tensor x = at::zeros(sizes, type);
      EXPECT_EQ(rejected([&, d = dim] { at::argmax(x, d); }), ErrorClass::Dtype) << type << c10::IntArrayRef(sizes);
      EXPECT_EQ(rejected([&, d = dim] { at::argmin(x, d); }), ErrorClass::Dtype) << type << c10::IntArrayRef(sizes);
    }
  EXPECT_EQ(values(at::argmax(at::ones({2, 1}), 1)), (std::vector<double>{0, 0}));
  EXPECT_EQ(values(at::argmin(at::ones({2, 1}, at::kByte), 1)), (std::vector<double>{0, 0}));
}

// Every operator reads the byte 6 as true if the tensor is viewed as a bool tensor.
TEST(Dtypes, AnyByteIsABool) {
  const Tensor bytes = at::full({}, 6, at::kByte);
  const Tensor truth = bytes.view(at::kBool);
  EXPECT_TRUE(truth.item().toBool());
  EXPECT_TRUE(truth.cumprod(0).equal(at::ones({}, at::kLong)));
  const Tensor first = at::zeros({1}, at::kLong);
  const Tensor row = truth.view({1});
  EXPECT_TRUE(at::zeros({1}, at::kBool).scatter(0, first, row).item().toBool());
  EXPECT_TRUE(at::zeros({1}, at::kBool).scatter_add(0, first, row).item().toBool());
}

TEST(Dtypes, InfinityIsFoundInEitherPart) {
  const double infinite = std::numeric_limits<double>::infinity();
  const Tensor parts = at::zeros({3, 2}, at::kDouble);
  parts.select(0, 0).select(0, 0).fill_(infinite);
  parts.select(0, 1).select(0, 1).fill_(-infinite);
  EXPECT_EQ(values(at::isinf(at::view_as_complex(parts))), (std::vector<double>{1, 1, 0}));
  // logcumsumexp of several infinite terms is infinite, and not NaN.
  EXPECT_EQ(values(at::logcumsumexp(parts.select(1, 0).abs().add(infinite), 0)), std::vector<double>(3, infinite));
}

// A complex number is true if its real or its imaginary part is not zero (pytorch #120875).
TEST(Dtypes, AnImaginaryNumberIsTrue) {
  const Tensor z = complex_tensor({{0, 0}, {0, 1}, {2, 0}, {-1, 3}});
  const std::vector<double> truth{0, 1, 1, 1};
  EXPECT_EQ(values(z.to(at::kBool)), truth);
  EXPECT_EQ(values(at::zeros({4}, at::kBool).copy_(z)), truth);
  EXPECT_EQ(values(z.to(at::kComplexDouble).to(at::kBool)), truth);
  EXPECT_EQ(values(z.to(at::kLong)), (std::vector<double>{0, 0, 2, -1}));
}

// A bound of clamp outside the range of an integer dtype has no effect, or is rejected (pytorch #107702 and #193169).
TEST(Dtypes, BoundsOfIntegersAreComparedByValue) {
  const Tensor bytes = torch::tensor({0, 1, 200}).to(at::kByte);
  const std::vector<double> numbers{0, 1, 200};
  EXPECT_EQ(values(bytes.clamp_min(-1)), numbers);
  EXPECT_EQ(values(bytes.clamp_min(-300)), numbers);
  EXPECT_EQ(values(bytes.clamp_max(300)), numbers);
  EXPECT_EQ(values(bytes.clamp(-1, 300)), numbers);
  EXPECT_EQ(values(bytes.clamp(-1, 2)), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(values(bytes.clone().clamp_(-1, 2)), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(values(at::hardtanh(bytes, -1, 1)), (std::vector<double>{0, 1, 1}));
  EXPECT_EQ(values(at::hardtanh(bytes, -0.5, -0.5)), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(values(bytes.to(at::kChar).clamp_max(300)), (std::vector<double>{0, 1, -56}));
  EXPECT_EQ(values(bytes.to(at::kChar).clamp(-300, -1)), (std::vector<double>{-1, -1, -56}));
  for (const at::ScalarType type : {at::kByte, at::kChar}) {
    const Tensor x = bytes.to(type);
    EXPECT_EQ(rejected([&] { x.clamp_min(300); }), ErrorClass::Argument) << type;
    EXPECT_EQ(rejected([&] { x.clamp_max(-300); }), ErrorClass::Argument) << type;
    EXPECT_EQ(rejected([&] { x.clamp(300, 400); }), ErrorClass::Argument) << type;
    EXPECT_EQ(rejected([&] { x.clone().clamp_(c10::nullopt, -300); }), ErrorClass::Argument) << type;
    EXPECT_EQ(rejected([&] { at::hardtanh(x, -400, -300); }), ErrorClass::Argument) << type;
  }
  EXPECT_EQ(rejected([&] { bytes.clamp_max(-1); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([] { at::ones({0}, at::kByte).clamp_max(-1); }), ErrorClass::Argument);
}

// A uint8 tensor is divided by a zero-dimensional int64 tensor in uint8. In uint8, 256 becomes zero, so dividing by it
// is rejected, and 257 becomes one.
TEST(Dtypes, E1ADivisorThatBecomesZeroIsRejected) {
  const Tensor bytes = at::full({2}, 3, at::kByte);
  const Tensor zero = at::full({}, 256, at::kLong);
  const Tensor one = at::full({}, 257, at::kLong);
  EXPECT_EQ(rejected([&] { at::remainder(bytes, zero); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { at::fmod(bytes, zero); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { at::div(bytes, zero, "trunc"); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { at::div(bytes, zero, "floor"); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { bytes.remainder_(zero); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { at::remainder(bytes.to(at::kChar), zero.to(at::kInt)); }), ErrorClass::Argument);
  EXPECT_EQ(rejected([&] { at::remainder(bytes, 256); }), ErrorClass::Argument);
  EXPECT_EQ(values(bytes), (std::vector<double>{3, 3}));
  EXPECT_EQ(values(at::div(bytes, one, "trunc")), (std::vector<double>{3, 3}));
  EXPECT_EQ(values(at::div(bytes, 257, "trunc")), (std::vector<double>{3, 3}));
}

// arange computes its length from the numbers that the caller gives, for int64 as for shorter integers (pytorch #149097
// and #182663).
TEST(Dtypes, ARangeOfIntegersCountsByWhatWasGiven) {
  for (const at::ScalarType type : {at::kLong, at::kInt, at::kShort}) {
    const auto range = [&](double start, double end, double step) {
      return values(at::arange(start, end, step, type));
    };
    EXPECT_EQ(range(2, 2, 0.5), std::vector<double>()) << type;
    EXPECT_EQ(range(1, 1.5, 1), std::vector<double>(1, 1)) << type;
    EXPECT_EQ(range(0, 2, 0.5), std::vector<double>(4, 0)) << type;
    EXPECT_EQ(range(0.5, 3, 1), (std::vector<double>{0, 1, 2})) << type;
    EXPECT_EQ(range(5, 0, -2.5), (std::vector<double>{5, 3})) << type;
    EXPECT_EQ(range(-1.5, 1.5, 1), (std::vector<double>{-1, 0, 1})) << type;
    EXPECT_EQ(rejected([&] { range(0.5, 0.2, 1); }), ErrorClass::Argument) << type;
    EXPECT_EQ(rejected([&] { range(0, 1, 0); }), ErrorClass::Argument) << type;
  }
}

}  // namespace modecheck::engine
