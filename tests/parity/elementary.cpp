// Prints results of functions of one or two tensors, statistics and counts. This file is built against the engine and
// against libtorch; both builds must print the same.

#include <limits>
#include <vector>

#include "tests/parity/differentiate.h"
#include "tests/parity/everywhere.h"
#include "tests/parity/part.h"
#include "tests/parity/torch.h"

namespace modecheck::parity::elementary {

using namespace modecheck::parity;  // NOLINT: a short program may use a whole namespace
using at::Tensor;

Tensor numbers(std::initializer_list<double> values) { return at::tensor(std::vector<double>(values), at::kDouble); }
Tensor wholes(std::initializer_list<std::int64_t> values) {
  return at::tensor(std::vector<std::int64_t>(values), at::kLong);
}

#define HERE(inputs, expression) \
  in_dtypes(                     \
      #expression, Tensors inputs, [=](const Tensors& in) { return expression; }, Dtypes::All)
#define FLOATING(inputs, expression) \
  in_dtypes(#expression, Tensors inputs, [=](const Tensors& in) { return expression; })

void of_one() {
  const double infinity = std::numeric_limits<double>::infinity();
  const Tensor special = numbers({0.0, -0.0, infinity, -infinity, std::numeric_limits<double>::quiet_NaN(), 2.0});
  HERE(({special}), in[0].signbit());
  HERE(({special}), in[0].isposinf());
  HERE(({special}), in[0].isneginf());
  HERE(({special}), in[0].isreal());
  HERE(({special}), in[0].isfinite());
  HERE(({special}), in[0].detach().angle());
  for (const Tensor& t : {filled({2, 3}, 1), filled({}, 2), filled({0}, 1), filled({3, 2}, 4).t()}) {
    HERE(({t}), in[0].deg2rad());
    HERE(({t}), in[0].rad2deg());
    HERE(({t}), in[0].square());
    // The input is detached, because libtorch 1.13.1 returns a gradient of sgn that has no elements to print.
    HERE(({t}), in[0].detach().sgn());
    HERE(({t}), in[0].positive());
    HERE(({t}), in[0].signbit());
    HERE(({t}), in[0].sinc());
    HERE(({t}), in[0].angle());
    HERE(({t}), in[0].conj());
    HERE(({t}), in[0].conj_physical());
    FLOATING(({t.add(1).div(2)}), in[0].logit());
    FLOATING(({t}), in[0].logit(0.3));
    FLOATING(({t.add(4)}), in[0].mvlgamma(3));
    FLOATING(({t.add(4)}), in[0].mvlgamma(0));
    FLOATING(({t}), in[0].mul(1).deg2rad_());
    FLOATING(({t}), in[0].mul(1).rad2deg_());
    FLOATING(({t}), in[0].mul(1).square_());
    FLOATING(({t}), in[0].mul(1).sinc_());
    FLOATING(({t}), in[0].mul(1).logit_(0.1));
    FLOATING(({t}), in[0].detach().clone().sgn_());
    FLOATING(({t}), in[0].mul(1).conj_physical_());
    HERE(({t}), at::float_power(in[0], 2));
  }
  FLOATING(({numbers({0, 0.5, 1, 2, -1})}), in[0].logit());
  const Tensor zero = numbers({0, 1, -1}).set_requires_grad(true);
  // libtorch's second derivative of sinc is NaN at zero, so only the first one is printed.
  print("sinc at zero", torch::autograd::grad({zero.sinc().sum()}, {zero})[0]);
  const Tensor square = filled({2, 2}, 6);
  FLOATING(({square}), in[0].matrix_H());
  FLOATING(({filled({2, 1, 2}, 6)}), in[0].matrix_H());
  FLOATING(({square.add(4)}), in[0].mul(1).mvlgamma_(2));
  // The input is detached, because libtorch 1.13.1 cannot record ldexp_.
  FLOATING(({square}), in[0].detach().clone().ldexp_(at::ones({2, 2}, in[0].options())));
  FLOATING(({square}), in[0].detach().clone().trunc().heaviside_(at::ones({}, in[0].options())));
  everywhere("float_power_", {square.abs()}, [](const Tensors& in) { return in[0].mul(1).float_power_(3); });
  everywhere("float_power_", {square.abs()}, [](const Tensors& in) { return in[0].mul(1).float_power_(in[0]); });
  raises("a float power in float32", [] { at::ones({2}).float_power_(2); });
  const Tensor pairs = filled({3, 2}, 1);
  FLOATING(({pairs}), at::angle(at::view_as_complex(in[0])));
  FLOATING(({pairs}), at::sgn(at::view_as_complex(in[0])));
  FLOATING(({pairs}), at::view_as_complex(in[0]).conj_physical());
  FLOATING(({pairs}), at::imag(at::view_as_complex(in[0])).mul(1));
  FLOATING(({pairs}), at::isreal(at::view_as_complex(in[0])));
  FLOATING(({pairs}), at::isfinite(at::view_as_complex(in[0])));
  FLOATING(({filled({3}, 1), filled({2, 1}, 2)}), at::complex(in[0], in[1]));
  FLOATING(({filled({3}, 1).abs(), filled({3}, 2)}), at::polar(in[0], in[1]));
  raises("parts of two dtypes", [] { at::complex(at::ones({2}), at::ones({2}, at::kDouble)); });
  raises("integers as parts", [] { at::complex(at::ones({2}, at::kLong), at::ones({2}, at::kLong)); });
}

void of_two() {
  for (const Tensors& pair : {Tensors{filled({2, 3}, 1), filled({2, 3}, 4)}, Tensors{filled({2, 1}, 1), filled({3}, 4)},
                              Tensors{filled({}, 1), filled({2}, 4)}, Tensors{filled({0}, 1), filled({1}, 4)}}) {
    FLOATING((pair), at::logaddexp2(in[0], in[1]));
    FLOATING((pair), in[0].ldexp(in[1]));
    FLOATING(({pair[0].abs(), pair[1]}), at::float_power(in[0], in[1]));
    HERE((pair), at::isin(in[0], in[1]));
    HERE((pair), at::isin(in[0], in[1], false, true));
    HERE((pair), at::isin(in[0], 0));
    HERE((pair), at::isin(0, in[1], false, true));
    HERE((pair), at::heaviside(in[0].detach().trunc(), in[1].detach()));
  }
  raises("two dtypes", [] { at::heaviside(at::ones({2}), at::ones({2}, at::kDouble)); });
  HERE(({wholes({12, -18, 0, 0, 7}), wholes({18, 12, 5, 0, 0})}), at::gcd(in[0], in[1]));
  HERE(({wholes({12, -18, 0, 0, 7}), wholes({18, 12, 5, 0, 0})}), at::lcm(in[0], in[1]));
  HERE(({wholes({12, -18, 0}), wholes({18})}), in[0].clone().gcd_(in[1]));
  HERE(({wholes({12, -18, 0}), wholes({18})}), in[0].clone().lcm_(in[1]));
  raises("a divisor of fractions", [] { at::gcd(at::ones({2}), at::ones({2})); });
}

void along() {
  for (const Tensor& t :
       {filled({}, 1), filled({5}, 1), filled({3, 4}, 1), filled({2, 3, 2}, 1).transpose(0, 1), filled({0, 3}, 1)}) {
    FLOATING(({t}), in[0].logcumsumexp(0));
    FLOATING(({t.mul(10)}), in[0].logcumsumexp(-1));
    FLOATING(({t.mul(300)}), in[0].detach().logcumsumexp(-1));
    FLOATING(({t}), in[0].logcumsumexp(3));
    HERE(({t}), in[0].diff());
    HERE(({t}), in[0].diff(2, 0));
    HERE(({t}), in[0].diff(0));
    HERE(({t}), in[0].diff(1, -1, in[0]));
    HERE(({t}), at::trapezoid(in[0]));
    HERE(({t}), at::trapezoid(in[0], 0.5, 0));
    HERE(({t}), at::trapz(in[0], 2.0));
    HERE(({t}), at::cumulative_trapezoid(in[0], 2, 0));
    HERE(({t, filled({4}, 3)}), at::trapezoid(in[0], in[1]));
    HERE(({t, filled({4}, 3)}), at::trapz(in[0], in[1]));
    HERE(({t, filled({4}, 3)}), at::cumulative_trapezoid(in[0], in[1]));
    FLOATING(({t}), in[0].cov());
    FLOATING(({t}), in[0].cov(0, wholes({1, 2, 3, 1}), filled({4}, 2).abs()));
    FLOATING(({t}), in[0].cov(1, c10::nullopt, filled({4}, 2).abs()));
    FLOATING(({t}), in[0].corrcoef());
    FLOATING(({t}), in[0].nanmean());
    FLOATING(({t}), at::nanmean(in[0], c10::IntArrayRef({0}), true));
    // The input is detached, because libtorch 1.13.1 raises for gradients of aminmax of a vector. With keepdim,
    // libtorch's aminmax also turns a zero-dimensional tensor into a vector.
    if (t.numel() != 0) HERE(({t}), in[0].detach().aminmax());  // of nothing libtorch raises no IndexError
    HERE(({t}), at::aminmax(in[0].detach(), -1));
    HERE(({t}), in[0].detach().aminmax(4));
    if (t.dim() != 0) HERE(({t}), in[0].detach().aminmax(0, true));
    FLOATING(({t}), in[0].renorm(2, 0, 0.7));
    FLOATING(({t}), in[0].renorm(1, -1, 0.7));
    FLOATING(({t}), in[0].renorm(-1, 0, 0.7));
    FLOATING(({t}), in[0].mul(1).renorm_(2, 0, 0.7));
    FLOATING(({t}), in[0].detach().histc(4));
    FLOATING(({t}), in[0].detach().histc(3, -0.5, 0.5));
    FLOATING(({t}), in[0].detach().histc(3, 1, -1));
    HERE(({t.mul(0.8)}), in[0].mode());
    HERE(({t.mul(0.8)}), at::mode(in[0], 0, true));
    FLOATING(({t}), at::vander(in[0].detach()));
    FLOATING(({t}), at::vander(in[0].detach(), 3, true));
    FLOATING(({t}), at::vander(in[0], -1));
  }
  raises("no means of integers", [] { at::ones({2}, at::kLong).nanmean(); });
  raises("no sums of integers", [] { at::ones({2}, at::kLong).logcumsumexp(0); });
  print("mode", std::get<0>(wholes({3, 1, 3, 1, 2}).mode()));
  print("mode", std::get<1>(wholes({3, 1, 3, 1, 2}).mode()));
  print("vander", at::vander(wholes({1, 2, 3})));
  for (const Tensor& t : {wholes({1, 3, 0, 1}), wholes({}), wholes({2, -1}), wholes({1, 2}).view({1, 2})}) {
    everywhere("bincount", {t}, [](const Tensors& in) { return in[0].bincount(); });
    everywhere("bincount", {t}, [](const Tensors& in) { return at::bincount(in[0], {}, 6); });
    everywhere("bincount", {t}, [](const Tensors& in) { return in[0].bincount(filled({4}, 1).to(at::kFloat)); });
    everywhere("bincount", {t}, [](const Tensors& in) { return in[0].bincount(filled({4}, 1)); });
    everywhere("bincount", {t}, [](const Tensors& in) { return in[0].bincount({}, -1); });
    everywhere("one_hot", {t}, [](const Tensors& in) { return at::one_hot(in[0]); });
    everywhere("one_hot", {t}, [](const Tensors& in) { return at::one_hot(in[0], 5); });
    everywhere("one_hot", {t}, [](const Tensors& in) { return at::one_hot(in[0], 2); });
  }
  raises("one_hot of fractions", [] { at::one_hot(at::ones({2})); });
}

// Prints second derivatives at the limits of a formula: at a kink, at zero, and where a square overflows.
void at_the_limits() {
  const auto elu = [](const Tensors& in) { return at::elu(in[0], 1.5, 0.5, 2); };
  differentiate("elu", {numbers({0, -0.0, 1, -1, 0.25, -0.25})}, elu);
  const auto size = [](const Tensors& in) { return at::view_as_complex(in[0]).abs(); };
  differentiate("abs of complex numbers", {numbers({0, 0, 3, 4, -1, 0.5, 0, -2}).view({4, 2})}, size);
  const auto sum = [](const Tensors& in) { return at::logaddexp(in[0], in[1]); };
  differentiate("logaddexp", {numbers({0, 1, 5, -20, 2}), numbers({0, 2, -6, 20, 2})}, sum);
  const Tensor number = filled({}, 1);
  for (const std::int64_t dim : {0, -1}) print("movedim of a number", number.movedim(dim, 0));
  raises("movedim of a number, from", [&] { number.movedim(1, 0); });
  raises("movedim of a number, to", [&] { number.movedim(0, -2); });
  raises("movedim of a number, twice", [&] { number.movedim({0, 0}, {0, -1}); });
}

MODECHECK_PARITY(elementary) {
  of_one();
  at_the_limits();
  of_two();
  along();
}

#undef HERE
#undef FLOATING

}  // namespace modecheck::parity::elementary
