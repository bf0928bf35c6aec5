// Compares special functions of one number with their definitions, and tests backward operators such as
// sigmoid_backward.
#include <cmath>
#include <numbers>

#include "tests/definitions/families.h"

namespace modecheck::definitions {
namespace {

// From this argument on, the asymptotic series are exact to double precision.
constexpr double kFar = 20;

// Computes log|gamma(x)|: by Stirling's series for large x, and by gamma(x + 1) = x gamma(x) for small x.
double log_gamma(double x) {
  double out = 0;
  for (; x < kFar; x += 1) out -= std::log(std::fabs(x));
  const double y = 1 / (x * x);
  return out + (x - 0.5) * std::log(x) - x + 0.5 * std::log(2 * std::numbers::pi) +
         (1.0 / 12 - y * (1.0 / 360 - y * (1.0 / 1260 - y / 1680))) / x;
}

// Computes the n-th derivative of digamma, which is a sum over 1 / (x + k)^(n+1). The Euler-Maclaurin formula gives the
// tail of the sum.
double poly_gamma(std::int64_t n, double x) {
  const auto order = static_cast<double>(n);
  double sum = 0;
  for (; x < kFar + order; x += 1) sum += std::pow(x, -order - 1);
  const double y = 1 / (x * x);
  if (n == 0) return std::log(x) - 0.5 / x - y * (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y * (1.0 / 240)))) - sum;
  // The tail of the sum of 1 / x^(n+1) is its integral, half the first term, and the terms with Bernoulli numbers.
  double term = std::pow(x, -order - 1);
  sum += term * x / order + term / 2;
  const double bernoulli[] = {1.0 / 6, -1.0 / 30, 1.0 / 42, -1.0 / 30, 5.0 / 66, -691.0 / 2730};
  double rising = order + 1;  // the product (n+1)(n+2)...(n+2j-1)
  double factorial = 2;       // the factorial (2j)!
  double power = term / x;
  for (int j = 1; j <= 6; ++j) {
    sum += bernoulli[j - 1] / factorial * rising * power;
    rising *= (order + 2 * j) * (order + 2 * j + 1);
    factorial *= (2 * j + 1) * (2 * j + 2);
    power *= y;
  }
  return (n % 2 == 0 ? -1 : 1) * std::tgamma(order + 1) * sum;
}

const Sizes kSizes[] = {{6}, {2, 3}, {}, {0}, {2, 1, 2}, {40, 30}};

Definition each(double (*f)(double)) {
  return [f](const Arrays& in) { return Arrays{elementwise(in[0], f)}; };
}

void gamma(Judge& judge) {
  for (const Sizes& sizes : kSizes) {
    // The arguments lie above zero, or between the poles of gamma at the negative integers.
    const Array above = elementwise(positive(sizes), [](double x) { return 4 * x - 1.5; });
    const Array below = elementwise(real(sizes), [](double x) { return -2.5 + x / 4; });
    for (const Array& x : {above, below}) {
      judge("lgamma(Tensor)", {x}, [](const Tensors& in) { return Tensors{at::lgamma(in[0])}; }, each(log_gamma),
            {.slack = 10});
      judge("digamma(Tensor)", {x}, [](const Tensors& in) { return Tensors{at::digamma(in[0])}; },
            each([](double v) { return poly_gamma(0, v); }), {.slack = 10});
    }
    for (const std::int64_t n : {0, 1, 2, 5})
      judge(
          "polygamma(int64_t,Tensor)", {above}, [=](const Tensors& in) { return Tensors{at::polygamma(n, in[0])}; },
          [=](const Arrays& in) { return Arrays{elementwise(in[0], [=](double v) { return poly_gamma(n, v); })}; },
          {.slack = n > 2 ? 100.0 : 10.0});
  }
  // For integer arguments, lgamma, digamma and polygamma return floating-point numbers.
  Array whole({3}, 0);
  whole.at = {0.25, 1, 1.75};
  judge("lgamma(Tensor)", {whole}, [](const Tensors& in) { return Tensors{at::lgamma(in[0])}; }, each(log_gamma),
        {.dtypes = Dtypes::Divided, .slack = 10});
  judge("digamma(Tensor)", {whole}, [](const Tensors& in) { return Tensors{at::digamma(in[0])}; },
        each([](double v) { return poly_gamma(0, v); }), {.dtypes = Dtypes::Divided, .slack = 10});
  judge("polygamma(int64_t,Tensor)", {whole}, [](const Tensors& in) { return Tensors{at::polygamma(1, in[0])}; },
        each([](double v) { return poly_gamma(1, v); }), {.dtypes = Dtypes::Divided, .slack = 10});
}

void logarithm_of_sigmoid(Judge& judge) {
  for (const Sizes& sizes : kSizes)
    judge(
        "log_sigmoid(Tensor)", {elementwise(real(sizes), [](double x) { return 3 * x; })},
        [](const Tensors& in) { return Tensors{at::log_sigmoid(in[0])}; },
        each([](double x) { return -std::log(1 + std::exp(-x)); }));
  Array far({4}, 0);
  far.at = {-80, 80, -20, 20};
  judge(
      "log_sigmoid(Tensor)", {far}, [](const Tensors& in) { return Tensors{at::log_sigmoid(in[0])}; },
      each([](double x) { return x < 0 ? x - std::log1p(std::exp(x)) : -std::log1p(std::exp(-x)); }));
}

void derivatives(Judge& judge) {
  const std::pair<Sizes, Sizes> samples[] = {
      {{2, 3}, {2, 3}}, {{}, {}}, {{0}, {0}}, {{2, 1}, {3}}, {{50, 40}, {50, 40}}};
  for (const auto& [a, b] : samples) {
    const Arrays arguments{real(a, 2), real(b, 3)};
    const auto of = [](double (*f)(double, double)) {
      return [f](const Arrays& in) { return Arrays{elementwise(in[0], in[1], f)}; };
    };
    const auto sigmoid = of([](double g, double y) { return g * y * (1 - y); });
    const auto tanh = of([](double g, double y) { return g * (1 - y * y); });
    judge(
        "sigmoid_backward(Tensor,Tensor)", arguments,
        [](const Tensors& in) { return Tensors{at::sigmoid_backward(in[0], in[1])}; }, sigmoid);
    judge(
        "tanh_backward(Tensor,Tensor)", arguments,
        [](const Tensors& in) { return Tensors{at::tanh_backward(in[0], in[1])}; }, tanh);
    judge("sigmoid_backward_out(Tensor,Tensor,Tensor)", arguments,
          [](const Tensors& in) {
            at::Tensor out = at::empty({0}, in[0].options());
            at::sigmoid_backward_out(out, in[0], in[1]);
            return Tensors{out};
          },
          sigmoid, {.first = false});
    judge("tanh_backward_out(Tensor,Tensor,Tensor)", arguments,
          [](const Tensors& in) {
            at::Tensor out = at::empty({0}, in[0].options());
            at::tanh_backward_out(out, in[0], in[1]);
            return Tensors{out};
          },
          tanh, {.first = false});
  }
  for (const Sizes& sizes : kSizes)
    judge("pow_out(Tensor,Scalar,Tensor)", {real(sizes)},
          [](const Tensors& in) {
            at::Tensor out = at::empty({0}, in[0].options());
            at::pow_out(out, 2.5, in[0]);
            return Tensors{out};
          },
          each([](double x) { return std::exp(x * std::log(2.5)); }), {.first = false});
}

}  // namespace

void special(Judge& judge) {
  gamma(judge);
  logarithm_of_sigmoid(judge);
  derivatives(judge);
}

}  // namespace modecheck::definitions
