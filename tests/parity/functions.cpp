// Prints pointwise functions and reductions of the API: values, gradients and second derivatives. This file is built
// against the engine and against libtorch; both builds must print the same.

#include <cstdio>

#include "tests/parity/part.h"
#include "tests/parity/print.h"
#include "tests/parity/torch.h"

namespace modecheck::parity::functions {

using at::Tensor;
using modecheck::parity::filled;
using modecheck::parity::print;

template <typename Function>
void differentiate(const char* name, double scale, double shift, Function function) {
  const Tensor x =
      filled({2, 5}, 1).mul(at::full({}, scale)).add(at::full({}, shift)).to(at::kDouble).set_requires_grad(true);
  const Tensor y = function(x);
  print(name, y);
  if (!y.requires_grad()) return;
  const Tensor weights = filled({2, 5}, 2);
  const Tensor gradient = torch::autograd::grad({y.mul(weights).sum()}, {x}, {}, true, true)[0];
  print("  first", gradient);
  // If the first derivative is constant, one library may return no second gradient and the other library zeros. So
  // zeros are printed in both cases.
  Tensor second;
  if (gradient.requires_grad())
    second = torch::autograd::grad({gradient.mul(weights).sum()}, {x}, {}, false, false, true)[0];
  print("  second", second.defined() ? second : at::zeros({2, 5}));
}

// Prints reductions along dimensions. The result has another size than the input, so the test differentiates the sum of
// the result's squares.
template <typename Function>
void reduce(const char* name, const Tensor& x, Function function) {
  const Tensor y = function(x);
  print(name, y);
  if (!y.requires_grad()) return;
  const Tensor weights = filled({2, 5}, 2);
  const Tensor gradient = torch::autograd::grad({y.mul(y).sum()}, {x}, {}, true, true)[0];
  print("  first", gradient);
  Tensor second;
  if (gradient.requires_grad())
    second = torch::autograd::grad({gradient.mul(weights).sum()}, {x}, {}, false, false, true)[0];
  print("  second", second.defined() ? second : at::zeros({2, 5}));
}

void reductions(const char* name, const Tensor& x) {
  std::printf("%s\n", name);
  reduce("mean", x, [](const Tensor& t) { return t.mean(); });
  reduce("prod", x, [](const Tensor& t) { return t.prod(); });
  reduce("prod dim", x, [](const Tensor& t) { return t.prod(1, true); });
  reduce("prod rows", x, [](const Tensor& t) { return t.prod(0); });
  reduce("amin", x, [](const Tensor& t) { return t.amin({1}); });
  reduce("amax", x, [](const Tensor& t) { return t.amax({0}, true); });
  reduce("min", x, [](const Tensor& t) { return t.min(); });
  reduce("max", x, [](const Tensor& t) { return t.max(); });
  reduce("nansum", x, [](const Tensor& t) { return t.nansum(c10::IntArrayRef(1)); });
  reduce("cumsum", x, [](const Tensor& t) { return t.cumsum(1); });
  reduce("cumsum rows", x, [](const Tensor& t) { return t.cumsum(0, at::kDouble); });
  reduce("logsumexp", x, [](const Tensor& t) { return t.logsumexp(c10::IntArrayRef(1)); });
  reduce("logsumexp all", x, [](const Tensor& t) { return at::logsumexp(t, c10::IntArrayRef({0, 1}), true); });
  reduce("var", x, [](const Tensor& t) { return t.var(); });
  reduce("var dim", x, [](const Tensor& t) { return t.var(c10::IntArrayRef(1), false, true); });
  reduce("std", x, [](const Tensor& t) { return t.std(false); });
  reduce("std dim", x, [](const Tensor& t) { return at::std(t, c10::IntArrayRef(1), c10::optional<std::int64_t>(2)); });
  for (const std::int64_t less : {0, 1, 2}) {
    const auto both = [=](const Tensor& t) {
      return at::var_mean(t, c10::IntArrayRef(1), c10::optional<std::int64_t>(less), true);
    };
    reduce("var_mean", x, [=](const Tensor& t) { return std::get<0>(both(t)).mul(std::get<1>(both(t))); });
    reduce("std_mean", x, [=](const Tensor& t) {
      const auto results = at::std_mean(t, c10::IntArrayRef(1), c10::optional<std::int64_t>(less));
      return std::get<0>(results).add(std::get<1>(results));
    });
  }
  print("any", at::any(x.gt(0.5), 1));
  print("all", at::all(x.gt(-0.5), 0, true));
  print("argmax", x.argmax());
  print("argmin", at::argmin(x, 1, true));
  print("count_nonzero", x.gt(0).count_nonzero(c10::optional<std::int64_t>(0)));
}

#define MODECHECK_EVERYWHERE(name) differentiate(#name, 2, 0, [](const Tensor& x) { return at::name(x); })
#define MODECHECK_POSITIVE(name) differentiate(#name, 0.9, 1, [](const Tensor& x) { return at::name(x); })
#define MODECHECK_SMALL(name) differentiate(#name, 0.9, 0, [](const Tensor& x) { return at::name(x); })

MODECHECK_PARITY(functions) {
  MODECHECK_POSITIVE(log);
  MODECHECK_POSITIVE(log2);
  MODECHECK_POSITIVE(log10);
  MODECHECK_POSITIVE(log1p);
  MODECHECK_POSITIVE(sqrt);
  MODECHECK_POSITIVE(rsqrt);
  MODECHECK_POSITIVE(reciprocal);
  MODECHECK_EVERYWHERE(exp2);
  MODECHECK_EVERYWHERE(expm1);
  MODECHECK_EVERYWHERE(sin);
  MODECHECK_EVERYWHERE(cos);
  MODECHECK_SMALL(tan);
  MODECHECK_SMALL(asin);
  MODECHECK_SMALL(acos);
  MODECHECK_EVERYWHERE(atan);
  MODECHECK_EVERYWHERE(sinh);
  MODECHECK_EVERYWHERE(cosh);
  MODECHECK_EVERYWHERE(asinh);
  differentiate("acosh", 0.9, 2, [](const Tensor& x) { return at::acosh(x); });
  MODECHECK_SMALL(atanh);
  MODECHECK_EVERYWHERE(erf);
  MODECHECK_EVERYWHERE(erfc);
  MODECHECK_EVERYWHERE(floor);
  MODECHECK_EVERYWHERE(ceil);
  MODECHECK_EVERYWHERE(trunc);
  MODECHECK_EVERYWHERE(round);
  MODECHECK_EVERYWHERE(frac);
  MODECHECK_EVERYWHERE(silu);
  MODECHECK_EVERYWHERE(gelu);
  MODECHECK_EVERYWHERE(elu);
  MODECHECK_EVERYWHERE(leaky_relu);
  MODECHECK_EVERYWHERE(hardtanh);
  MODECHECK_EVERYWHERE(softplus);
  differentiate("clamp", 2, 0, [](const Tensor& x) { return x.clamp(-0.5, 1); });
  differentiate("clamp_min", 2, 0, [](const Tensor& x) { return x.clamp_min(0.25); });
  differentiate("clamp_max", 2, 0, [](const Tensor& x) { return x.clamp_max(0.25); });
  for (const double exponent : {-1.0, 0.0, 0.5, 1.0, 2.0, 3.0})
    differentiate("pow", 0.9, 1, [=](const Tensor& x) { return x.pow(exponent); });
  const Tensor other = filled({2, 5}, 3);
  differentiate("minimum", 2, 0, [&](const Tensor& x) { return x.minimum(other); });
  differentiate("fmax", 2, 0, [&](const Tensor& x) { return x.fmax(other); });
  differentiate("fmin", 2, 0, [&](const Tensor& x) { return x.fmin(other); });
  differentiate("atan2", 2, 0, [&](const Tensor& x) { return x.atan2(other); });
  differentiate("pow of a tensor", 0.9, 1, [&](const Tensor& x) { return x.pow(other.mul(other)); });
  differentiate("pow by it", 2, 0, [&](const Tensor& x) { return other.mul(other).pow(x); });
  differentiate("pow of a number", 2, 0, [](const Tensor& x) { return at::pow(2.5, x); });
  differentiate("fmod", 3, 0, [&](const Tensor& x) { return x.fmod(other); });
  differentiate("fmod by it", 0.5, 1, [&](const Tensor& x) { return other.mul(other).fmod(x); });
  differentiate("fmod by a number", 3, 0, [](const Tensor& x) { return x.fmod(0.75); });
  differentiate("remainder", 3, 0, [&](const Tensor& x) { return x.remainder(other); });
  differentiate("remainder by it", 0.5, -1, [&](const Tensor& x) { return other.remainder(x); });
  differentiate("remainder by a number", 3, 0, [](const Tensor& x) { return x.remainder(-0.75); });
  differentiate("div trunc", 3, 0, [&](const Tensor& x) { return x.div(other, "trunc"); });
  differentiate("div floor", 3, 0, [&](const Tensor& x) { return x.div(other, "floor"); });
  differentiate("div none", 0.5, 1, [&](const Tensor& x) { return other.div(x, c10::nullopt); });
  differentiate("hypot", 2, 0, [&](const Tensor& x) { return x.hypot(other); });
  differentiate("logaddexp", 2, 0, [&](const Tensor& x) { return other.logaddexp(x); });
  differentiate("lerp", 2, 0, [&](const Tensor& x) { return x.lerp(other, 0.3); });
  differentiate("lerp weight", 2, 0, [&](const Tensor& x) { return other.lerp(x, x); });
  differentiate("addcmul", 2, 0, [&](const Tensor& x) { return other.addcmul(x, x, 2.5); });
  differentiate("addcdiv", 0.5, 1, [&](const Tensor& x) { return x.addcdiv(other, x, -2); });
  differentiate("masked_fill", 2, 0, [&](const Tensor& x) { return x.masked_fill(other.gt(0), x.sum()); });
  differentiate("fill_", 2, 0, [&](const Tensor& x) { return x.clone().fill_(x.sum()); });
  // Print only the values of hardsigmoid and hardswish, because libtorch has no second derivatives of them.
  print("hardsigmoid", at::hardsigmoid(other.mul(at::full({}, 5, at::kDouble))));
  print("hardswish", at::hardswish(other.mul(at::full({}, 5, at::kDouble))));
  differentiate("mish", 2, 0, [](const Tensor& x) { return at::mish(x); });
  MODECHECK_EVERYWHERE(log_sigmoid);
  differentiate("mv", 2, 0, [&](const Tensor& x) { return x.mv(other.select(0, 0)).unsqueeze(1).mul(x); });
  differentiate("dot", 2, 0, [&](const Tensor& x) { return x.mul(x.select(0, 0).dot(other.select(0, 1))); });
  differentiate("bmm", 2, 0, [&](const Tensor& x) { return x.unsqueeze(2).bmm(x.unsqueeze(1)).select(2, 1); });
  differentiate("addmv", 2, 0, [&](const Tensor& x) {
    return x.select(1, 0).addmv(x, other.select(0, 1), 0.5, -2).unsqueeze(1).mul(x);
  });
  differentiate("addbmm", 2, 0, [&](const Tensor& x) {
    const Tensor rows = x.transpose(0, 1);
    return x.select(1, 0).addbmm(rows.unsqueeze(2), rows.mul(rows).unsqueeze(1), 0.5, -2).mm(other);
  });
  differentiate("baddbmm", 2, 0, [&](const Tensor& x) {
    return x.unsqueeze(2).baddbmm(x.unsqueeze(2), other.mul(x).unsqueeze(1), 0.5, -2).select(2, 1);
  });
  differentiate("baddbmm_", 2, 0, [&](const Tensor& x) {
    return x.unsqueeze(2).mul(other.unsqueeze(1)).baddbmm_(x.unsqueeze(2), other.unsqueeze(1), 2, 3).select(2, 1);
  });
  const Tensor places = at::arange(0, 5, 2, at::kLong);
  const Tensor grid = at::zeros({2, 2}, at::kLong).add(at::arange(0, 3, 2, at::kLong));
  differentiate("index_add", 2, 0,
                [&](const Tensor& x) { return x.mul(x).index_add(1, places, x.mul(other).narrow(1, 0, 3), 2.5); });
  differentiate("index_copy", 2, 0,
                [&](const Tensor& x) { return x.mul(x).index_copy(1, places, x.mul(x).narrow(1, 1, 3)); });
  differentiate("index_fill", 2, 0, [&](const Tensor& x) { return x.mul(x).index_fill(1, places, 2.5).mul(x); });
  differentiate("scatter", 2, 0, [&](const Tensor& x) { return x.mul(x).scatter(1, grid, x.mul(x).narrow(1, 1, 2)); });
  differentiate("scatter value", 2, 0, [&](const Tensor& x) { return x.mul(x).scatter(1, grid, 2.5).mul(x); });
  differentiate("scatter_add", 2, 0, [&](const Tensor& x) {
    return x.mul(x).scatter_add(1, at::zeros({2, 3}, at::kLong), x.mul(x).narrow(1, 1, 3));
  });
  differentiate("index_add_", 2, 0,
                [&](const Tensor& x) { return x.mul(x).index_add_(1, places, x.mul(other).narrow(1, 0, 3)); });
  differentiate("index_copy_", 2, 0,
                [&](const Tensor& x) { return x.mul(x).index_copy_(1, places, x.mul(x).narrow(1, 1, 3)); });
  differentiate("index_fill_", 2, 0, [&](const Tensor& x) { return x.mul(x).index_fill_(1, places, 2.5).mul(x); });
  const Tensor sent = torch::tensor({0, 4, 0, 1, 1, 2}).reshape({2, 3});
  for (const char* const reduction : {"sum", "prod", "mean", "amax", "amin"}) {
    for (const bool include_self : {true, false}) {
      std::printf("%s %d\n", reduction, static_cast<int>(include_self));
      differentiate("scatter_reduce", 2, 0, [&](const Tensor& x) {
        return x.mul(x).scatter_reduce(1, sent, x.mul(other).narrow(1, 2, 3), reduction, include_self);
      });
      differentiate("scatter_reduce_", 2, 0, [&](const Tensor& x) {
        return x.mul(x).scatter_reduce_(1, sent, x.mul(other).narrow(1, 2, 3), reduction, include_self);
      });
    }
  }
  differentiate("scatter_", 2, 0,
                [&](const Tensor& x) { return x.mul(x).scatter_(1, grid, x.mul(x).narrow(1, 1, 2)); });
  differentiate("scatter_ value", 2, 0, [&](const Tensor& x) { return x.mul(x).scatter_(1, grid, 2.5).mul(x); });
  differentiate("scatter_add_", 2, 0, [&](const Tensor& x) {
    return x.mul(x).scatter_add_(1, at::zeros({2, 3}, at::kLong), x.mul(x).narrow(1, 1, 3));
  });
  differentiate("copysign", 2, 0, [&](const Tensor& x) { return x.mul(x).copysign(other); });
  differentiate("copysign_", 2, 0, [&](const Tensor& x) { return x.mul(x).copysign_(other); });
  differentiate("xlogy", 0.9, 1, [&](const Tensor& x) { return x.mul(other).xlogy(x); });
  differentiate("xlogy_", 0.9, 1, [&](const Tensor& x) { return x.mul(x).xlogy_(x); });
  differentiate("clamp_min by tensor", 2, 0, [&](const Tensor& x) { return x.mul(x).clamp_min(x.mul(other)); });
  differentiate("clamp_max by tensor", 2, 0, [&](const Tensor& x) { return at::clamp_max(x.mul(x), other.mul(x)); });
  differentiate("clamp_min_ by tensor", 2, 0, [&](const Tensor& x) { return x.mul(x).clamp_min_(other); });
  differentiate("clamp_max_ by number", 2, 0, [&](const Tensor& x) { return x.mul(x).clamp_max_(0.7); });
  differentiate("clamp by tensors", 2, 0,
                [&](const Tensor& x) { return x.mul(x).clamp(x.mul(other), other.abs().add(x.abs())); });
  differentiate("clamp_ by tensors", 2, 0, [&](const Tensor& x) { return x.mul(x).clamp_(other.mul(x), other.abs()); });
  differentiate("clamp by one tensor", 2, 0, [&](const Tensor& x) { return x.mul(x).clamp({}, other.mul(x)); });
  differentiate("masked_scatter", 2, 0,
                [&](const Tensor& x) { return x.mul(x).masked_scatter(x.gt(other), x.mul(other)); });
  differentiate("masked_scatter_", 2, 0,
                [&](const Tensor& x) { return x.mul(x).masked_scatter_(x.gt(0), x.mul(other).reshape({-1})); });
  differentiate("slice_scatter", 2, 0,
                [&](const Tensor& x) { return x.mul(x).slice_scatter(x.mul(other).narrow(1, 1, 2), 1, 2, 4); });
  differentiate("select_scatter", 2, 0,
                [&](const Tensor& x) { return at::select_scatter(x.mul(x), x.mul(other).select(0, 1), 0, 0); });
  differentiate("log_softmax", 2, 0, [&](const Tensor& x) { return x.mul(x).log_softmax(1).mul(other); });
  differentiate("copy", 2, 0, [&](const Tensor& x) { return at::copy(other, x.mul(x).narrow(0, 0, 1)).mul(x); });
  const auto image = [](const Tensor& x) { return x.mul(x).unsqueeze(0); };
  differentiate("reflection_pad1d", 2, 0, [&](const Tensor& x) {
    return at::reflection_pad1d(x.mul(x), {3, -3}).mul(x);
  });
  differentiate("reflection_pad2d", 2, 0, [&](const Tensor& x) {
    return at::reflection_pad2d(image(x), {4, -1, 1, 0}).reshape({3, 8}).narrow(0, 1, 2).narrow(1, 0, 5).mul(x);
  });
  differentiate("replication_pad2d", 2, 0, [&](const Tensor& x) {
    return at::replication_pad2d(image(x), {4, -1, 1, 0}).reshape({3, 8}).narrow(0, 1, 2).narrow(1, 0, 5).mul(x);
  });
  differentiate("split_with_sizes", 2, 0, [&](const Tensor& x) {
    return at::cat(std::vector<Tensor>{x.mul(x).split_with_sizes({2, 0, 3}, 1)[2], x.narrow(1, 0, 2)}, 1);
  });
  differentiate("cumprod", 2, 0, [](const Tensor& x) { return x.cumprod(1); });
  differentiate("cumprod_", 2, 0, [](const Tensor& x) { return x.mul(x).cumprod_(0); });
  differentiate("pad", 2, 0, [](const Tensor& x) { return at::constant_pad_nd(x.mul(x), {-1, 1, 1, -1}, 2.5).mul(x); });
  differentiate("outer", 2, 0, [&](const Tensor& x) { return other.select(1, 0).outer(x.select(0, 1)); });
  differentiate("flip", 2, 0, [](const Tensor& x) { return x.flip({1}).mul(x); });
  differentiate("tril", 2, 0, [](const Tensor& x) { return x.tril(1).mul(x); });
  differentiate("triu", 2, 0, [](const Tensor& x) { return x.triu(-1).mul(x); });
  differentiate("roll", 2, 0, [](const Tensor& x) { return x.roll({1}).mul(x); });
  differentiate("roll along", 2, 0, [](const Tensor& x) { return x.roll({1, -2}, {0, 1}).mul(x); });
  differentiate("where number", 2, 0, [](const Tensor& x) { return at::where(x.gt(0), x.mul(x), 2.0); });
  differentiate("where first number", 2, 0, [](const Tensor& x) { return at::where(x.gt(0), 2.0, x.mul(x)); });
  differentiate("movedim", 2, 0, [](const Tensor& x) { return x.movedim(0, 1).mT().mul(x); });
  differentiate("numpy_T", 2, 0, [](const Tensor& x) { return x.swapaxes(0, 1).numpy_T().mul(x); });
  print("repeat", other.repeat({2, 1, 2}));
  print("tile", other.tile({2}));
  print("unflatten", other.reshape({10}).unflatten(0, {2, -1}));
  print("ravel", other.swapdims(0, 1).ravel());
  print("broadcast_to", other.broadcast_to({2, 2, 5}));
  for (const Tensor& part : other.tensor_split(3, 1)) print("tensor_split", part);
  const Tensor numbers = filled({2, 5}, 1).mul(at::full({}, 2)).to(at::kDouble);
  reductions("reductions", numbers.clone().set_requires_grad(true));
  Tensor with_zero = numbers.clone();
  with_zero.select(0, 0).select(0, 1).zero_();
  reductions("of a zero", with_zero.set_requires_grad(true));
  Tensor with_zeros = with_zero.detach().clone();
  with_zeros.select(0, 0).select(0, 3).zero_();
  reductions("of two zeros", with_zeros.set_requires_grad(true));
  const Tensor truth = at::arange(0, 4, 1, at::kLong);
  print("logical_and", at::logical_and(truth, truth.eq(truth)));
  print("logical_or", at::logical_or(truth, truth.lt(truth)));
  print("logical_xor", at::logical_xor(truth, truth.eq(truth)));
  print("logical_not", at::logical_not(truth));
  print("bitwise_not", at::bitwise_not(truth));
  const Tensor written = filled({2, 5}, 1).mul(at::full({}, 0.9)).add(at::full({}, 1));
  print("log_", written.clone().log_());
  print("sqrt_", written.clone().sqrt_());
  print("clamp_", written.clone().clamp_(0.5, 1));
  print("pow_", written.clone().pow_(1.5));
}

#undef MODECHECK_EVERYWHERE
#undef MODECHECK_POSITIVE
#undef MODECHECK_SMALL

}  // namespace modecheck::parity::functions
