// Tests functions of one tensor where they are smooth. Values are compared with the C library in double precision, and
// derivatives with differences of values. A new function needs a new row in the table.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <ostream>

#include "finite_differences.h"
#include "script.h"

namespace modecheck::reference::testing {
namespace {

struct FunctionCase {
  std::string name;
  double low, high;  // the ends of the interval that is tested
  double (*value)(double);
  std::vector<int> immediates = {};
  bool in_place = true;
};

// Prints the case's name, because GoogleTest would print the bytes of the struct.
void PrintTo(const FunctionCase& test, std::ostream* out) { *out << test.name; }

double rsqrt_of(double x) { return 1 / std::sqrt(x); }
double reciprocal_of(double x) { return 1 / x; }
double silu_of(double x) { return x / (1 + std::exp(-x)); }
double gelu_of(double x) { return x * 0.5 * std::erfc(-x / std::sqrt(2.0)); }
double hardsigmoid_of(double x) { return std::min(std::max(x / 6 + 0.5, 0.0), 1.0); }
double hardswish_of(double x) { return x * hardsigmoid_of(x); }
double mish_of(double x) { return x * std::tanh(std::log1p(std::exp(x))); }
double elu_of(double x) { return x > 0 ? 2 * x : 3 * 2 * std::expm1(0.5 * x); }
double leaky_relu_of(double x) { return x > 0 ? x : 1.5 * x; }
double hardtanh_of(double x) { return std::min(std::max(x, -1.0), 2.0); }
double softplus_of(double x) { return 2 * x > 4 ? x : std::log1p(std::exp(2 * x)) / 2; }
double clamp_of(double x) { return std::min(std::max(x, -1.0), 0.5); }
double at_least_of(double x) { return std::max(x, 0.5); }
double at_most_of(double x) { return std::min(x, 0.5); }
double itself(double x) { return x; }
double sign_of(double x) { return x > 0 ? 1 : -1; }
double frac_of(double x) { return x - std::trunc(x); }
double cube_of(double x) { return x * x * x; }
double root_of(double x) { return std::sqrt(x); }
double logit_of(double x) { return std::log(x / (1 - x)); }
double celu_of(double x) { return x > 0 ? x : 2 * std::expm1(x / 2); }
double softshrink_of(double x) { return x > 0.5 ? x - 0.5 : x < -0.5 ? x + 0.5 : 0; }
// Shifts x to the right until few terms of digamma's asymptotic series suffice.
double digamma_of(double x) {
  double out = 0;
  for (; x < 20; x += 1) out -= 1 / x;
  const double s = 1 / (x * x);
  return out + std::log(x) - 0.5 / x - s * (1.0 / 12 - s * (1.0 / 120 - s * (1.0 / 252 - s * (1.0 / 240 - s / 132))));
}
double trigamma_of(double x) {
  double out = 0;
  for (; x < 20; x += 1) out += 1 / (x * x);
  const double s = 1 / (x * x);
  return out + 1 / x + s / 2 + s / x * (1.0 / 6 - s * (1.0 / 30 - s * (1.0 / 42 - s * (1.0 / 30 - s * 5 / 66))));
}
double tetragamma_of(double x) {
  double out = 0;
  for (; x < 20; x += 1) out -= 2 / (x * x * x);
  const double s = 1 / (x * x);
  return out - s - s / x - s * s * (1.0 / 2 - s * (1.0 / 6 - s * (1.0 / 6 - s * 3 / 10)));
}
double threshold_of(double x) { return x > -1 ? x : 2; }

const std::vector<FunctionCase> kFunctions{
    {"log", 0.5, 3, std::log},
    {"log2", 0.5, 3, std::log2},
    {"log10", 0.5, 3, std::log10},
    {"log1p", -0.5, 3, std::log1p},
    {"exp2", -3, 3, std::exp2},
    {"expm1", -3, 3, std::expm1},
    {"sqrt", 0.5, 3, std::sqrt},
    {"rsqrt", 0.5, 3, rsqrt_of},
    {"sin", -3, 3, std::sin},
    {"cos", -3, 3, std::cos},
    {"tan", -1, 1, std::tan},
    {"asin", -0.9, 0.9, std::asin},
    {"acos", -0.9, 0.9, std::acos},
    {"atan", -3, 3, std::atan},
    {"sinh", -3, 3, std::sinh},
    {"cosh", -3, 3, std::cosh},
    {"asinh", -3, 3, std::asinh, {}, false},
    {"acosh", 1.5, 3, std::acosh, {}, false},
    {"atanh", -0.9, 0.9, std::atanh, {}, false},
    {"erf", -2, 2, std::erf},
    {"erfc", -2, 2, std::erfc},
    {"reciprocal", 0.5, 3, reciprocal_of},
    {"silu", -3, 3, silu_of},
    {"gelu", -3, 3, gelu_of},
    {"hardsigmoid", -4, 4, hardsigmoid_of},
    {"hardswish", -4, 4, hardswish_of},
    {"mish", -3, 3, mish_of},
    {"elu", -3, 3, elu_of, {0, 3, 0, 2, 1, 1}, false},
    {"leaky_relu", -3, 3, leaky_relu_of, {1, 3}, false},
    {"softplus", -3, 3, softplus_of, {0, 2, 0, 4}, false},
    {"hardtanh", -3, 3, hardtanh_of, {0, -1, 0, 2}},
    {"clamp", -3, 3, clamp_of, {0, -1, 1, 1}},
    {"clamp", -3, 3, at_most_of, {-1, 0, 1, 1}},
    {"clamp_min", -3, 3, at_least_of, {1, 1}},
    {"clamp_max", -3, 3, at_most_of, {1, 1}},
    {"nan_to_num", -3, 3, itself},
    {"sign", -3, 3, sign_of},
    {"floor", -3, 3, std::floor},
    {"ceil", -3, 3, std::ceil},
    {"trunc", -3, 3, std::trunc},
    {"round", -3, 3, std::nearbyint},
    {"frac", -3, 3, frac_of},
    {"pow.Tensor_Scalar", -3, 3, cube_of, {0, 3}, false},
    {"pow.Tensor_Scalar", 0.5, 3, root_of, {1, 1}, false},
    {"lgamma", 0.1, 3, std::lgamma},
    {"lgamma", -2.9, -2.1, std::lgamma},
    {"digamma", 0.1, 3, digamma_of},
    {"digamma", -1.75, -1.25, digamma_of},
    {"polygamma", 0.5, 3, digamma_of, {0}, false},
    {"polygamma", 0.5, 3, trigamma_of, {1}, false},
    {"polygamma", -1.55, -1.45, trigamma_of, {1}, false},
    {"polygamma", 0.5, 3, tetragamma_of, {2}, false},
    {"logit", 0.1, 0.9, logit_of},
    {"sgn", -3, 3, sign_of},
    {"celu", -3, 3, celu_of, {0, 2}},
    {"softshrink", -3, 3, softshrink_of, {1, 1}, false},
    {"threshold", -3, 3, threshold_of, {0, -1, 0, 2}},
};

class Function : public ::testing::TestWithParam<FunctionCase> {
 protected:
  // Returns points of the interval without integers and halves, where some functions have steps or kinks.
  std::vector<double> points() const {
    const FunctionCase& test = GetParam();
    std::vector<double> out;
    for (int i = 0; i < 6; ++i) out.push_back(test.low + (test.high - test.low) * (0.037 + 0.173 * i));
    return out;
  }
  static Tensor applied(Script& script, const FunctionCase& test, const Tensor& x, bool in_place) {
    if (!in_place) return script.apply(test.name, {x}, {2, 3}, test.immediates);
    const Tensor out = script.apply("clone", {x}, {2, 3});
    script.apply_to(out, test.name + "_", {out}, test.immediates);
    return out;
  }
};

TEST_P(Function, HasTheValueOfTheLibrary) {
  const FunctionCase& test = GetParam();
  Script script;
  const std::vector<double> got = script.values(applied(script, test, script.constant({2, 3}, points()), false));
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], test.value(points()[i]), 1e-13) << points()[i];
}

TEST_P(Function, HasTheSlopeOfDifferences) {
  const FunctionCase& test = GetParam();
  const ScalarFunction total = [&](const std::vector<double>& moved) {
    double sum = 0;
    for (std::size_t i = 0; i < moved.size(); ++i) sum += test.value(moved[i]);
    return sum;
  };
  const std::vector<double> want = finite_differences(total, points(), 1e-5);
  for (const bool in_place : {false, true}) {
    if (in_place && !test.in_place) continue;
    Script script;
    const Tensor x = script.leaf({2, 3}, points());
    const Tensor sum = script.apply("sum", {applied(script, test, x, in_place)}, {}, {-1});
    const std::vector<double> got = script.gradient(sum, x);
    for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], want[i], 1e-7) << points()[i] << in_place;
  }
}

std::string name_of_function(const ::testing::TestParamInfo<FunctionCase>& info) {
  std::string out = info.param.name + "_" + std::to_string(info.index);
  for (char& c : out)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, Function, ::testing::ValuesIn(kFunctions), name_of_function);

TEST(FunctionAtKinks, IsThatOfTheTable) {
  Script script;
  const Tensor x = script.leaf({3}, {0, 1, -1});
  const auto slopes = [&](std::string_view name, const std::vector<int>& immediates) {
    return script.gradient(script.apply(name, {x}, {3}, immediates), x);
  };
  EXPECT_EQ(slopes("leaky_relu", {1, 1}), (std::vector<double>{0.5, 1, 0.5}));
  EXPECT_EQ(slopes("hardtanh", {0, 0, 0, 1}), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(slopes("clamp", {0, 0, 0, 1}), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(slopes("elu", {0, 3, 0, 1, 0, 1})[0], 3);
  EXPECT_EQ(slopes("pow.Tensor_Scalar", {0, 0}), (std::vector<double>{0, 0, 0}));
}

using Complex = std::complex<double>;

TEST(FunctionOfComplexNumbers, HasTheValueOfTheLibrary) {
  struct OfComplex {
    const char* name;
    Complex (*value)(const Complex&);
  };
  const OfComplex functions[] = {
      {"log", std::log},   {"log10", std::log10}, {"sqrt", std::sqrt},   {"sin", std::sin},    {"cos", std::cos},
      {"tan", std::tan},   {"asin", std::asin},   {"acos", std::acos},   {"atan", std::atan},  {"sinh", std::sinh},
      {"cosh", std::cosh}, {"asinh", std::asinh}, {"acosh", std::acosh}, {"atanh", std::atanh}};
  const std::vector<double> parts{0.5, 0.75, -1.5, 2, -2.25, -0.5, 0.125, -3};
  for (const OfComplex& function : functions) {
    Script script(DType::Complex128);
    const Tensor result = script.apply(function.name, {script.constant({4}, parts)}, {4});
    const std::vector<double> got = script.values(result);
    for (std::size_t i = 0; i < 4; ++i) {
      const Complex want = function.value({parts[2 * i], parts[2 * i + 1]});
      EXPECT_NEAR(got[2 * i], want.real(), 1e-13) << function.name << i;
      EXPECT_NEAR(got[2 * i + 1], want.imag(), 1e-13) << function.name << i;
    }
    EXPECT_EQ(script.state(result).certainty, Certainty::Bounded) << function.name;
  }
}

// On a branch cut of a complex function, a subject may return the value of either side. The reference must therefore
// not claim to know the value.
TEST(FunctionOfComplexNumbers, IsNotKnownOnABranchCut) {
  Script script(DType::Complex64);
  const auto certainty = [&](const char* name, double real, double imag) {
    return script.state(script.apply(name, {script.constant({1}, {real, imag})}, {1})).certainty;
  };
  EXPECT_EQ(certainty("log", -2, 0), Certainty::Unknown);
  EXPECT_EQ(certainty("log", 2, 0), Certainty::Bounded);
  EXPECT_EQ(certainty("asin", 2, 0), Certainty::Unknown);
  EXPECT_EQ(certainty("asin", 2, 1), Certainty::Bounded);
  EXPECT_EQ(certainty("atan", 0, 2), Certainty::Unknown);
  EXPECT_EQ(certainty("acosh", -0.5, 0), Certainty::Unknown);
}

// The argument of the function is uncertain. The error bound of the result grows with the function's slope. Across a
// pole or a step, the result is unknown.
TEST(FunctionOfTheUncertain, IsBounded) {
  Script script(DType::Float32);
  const Tensor x = script.constant({2}, {0.5, 1});
  const Tensor y = script.apply("exp", {x}, {2});  // y has an error bound of a few units in the last digit
  const Tensor logs = script.apply("log", {y}, {2});
  EXPECT_EQ(script.state(logs).certainty, Certainty::Bounded);
  EXPECT_LT(script.state(logs).tolerance, 1e-4);
  const Tensor zero = script.apply("sub.Tensor", {y, script.constant({2}, script.values(y))}, {2}, {0, 1});
  EXPECT_EQ(script.state(script.apply("reciprocal", {zero}, {2})).certainty, Certainty::Unknown);
  EXPECT_EQ(script.state(script.apply("sign", {zero}, {2})).certainty, Certainty::Unknown);
}

// For this x, the derivative of 1 / x overflows float32. The backward of zero_ multiplies the derivative by zero, and
// infinity times zero is NaN.
TEST(FunctionOfTheUncertain, HasASlopeThatIsUnknownBeyondTheRange) {
  Script script(DType::Float32);
  const Tensor x = script.leaf({1}, {0x1p-126});
  const Tensor y = script.apply("div.Tensor", {script.constant({1}, {1}), x}, {1});
  const Tensor zero = script.apply("zero_", {y}, {1});
  EXPECT_EQ(script.state(script.backward(zero, x)).certainty, Certainty::Unknown);
}

// A library may round lgamma(1) to zero, where the derivative of the reciprocal is infinite. Backward multiplies that
// derivative by a factor of zero, which gives NaN.
TEST(FunctionOfTheUncertain, HasASlopeThatIsUnknownAcrossAPole) {
  Script script(DType::Float32);
  const Tensor x = script.leaf({1}, {1.75});
  const Tensor almost_zero = script.apply("lgamma", {script.constant({1}, {1})}, {1});
  const Tensor y = script.apply("add.Tensor", {almost_zero, x}, {1}, {0, 0});
  const Tensor gradient = script.backward(script.apply("reciprocal", {y}, {1}), x);
  EXPECT_EQ(script.state(gradient).certainty, Certainty::Unknown);
}

}  // namespace
}  // namespace modecheck::reference::testing
