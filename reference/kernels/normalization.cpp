// Reference kernels that normalise groups of elements to mean 0 and standard deviation 1, and then scale and shift them
// by parameters. They also return the means and the reciprocals of the standard deviations. A subject may sum squares
// by any algorithm, and the error bounds allow for that.

#include <algorithm>
#include <array>
#include <cmath>

#include "reference/kernels/kernel_row.h"

namespace modecheck::reference {
namespace {

using spec::DType;

// How a tensor is divided into groups: `count` groups, each of which has `inner` adjacent elements.
struct Groups {
  std::size_t count = 0;
  std::size_t inner = 0;
};

// The mean and the reciprocal standard deviation of one group, with the error bounds that hold for a subject.
struct Moments {
  double mean = 0;
  double reciprocal = 0;
  double mean_error = 0;
  double reciprocal_error = 0;
  double largest = 0;
};

// The unit roundoff of the numbers in which a subject adds, which have at least single precision.
double unit_of_sums(DType dtype) { return ulp(dtype == DType::Float64 ? dtype : DType::Float32, 1); }

Moments moments_of(const Operand& x, DType dtype, std::size_t first, std::size_t inner, double eps) {
  Moments out;
  const auto n = static_cast<double>(inner);
  double total = 0;
  double farthest = 0;
  for (std::size_t i = first; i < first + inner; ++i) {
    total += x.real[i];
    out.largest = std::max(out.largest, std::abs(x.real[i]));
  }
  out.mean = inner == 0 ? 0 : total / n;
  double squares = 0;
  for (std::size_t i = first; i < first + inner; ++i) {
    const double away = x.real[i] - out.mean;
    squares += away * away;
    farthest = std::max(farthest, std::abs(away));
  }
  const double shifted = squares / n + eps;
  out.reciprocal = 1 / std::sqrt(shifted);
  const double unit = unit_of_sums(dtype);
  out.mean_error = x.tolerance + (n + 4) * unit * out.largest + 4 * ulp(dtype, std::abs(out.mean));
  // The bound allows for a subject that computes the variance as the mean of the squares minus the square of the mean.
  const double variance_error = 4 * (n + 8) * unit * out.largest * out.largest + 2 * farthest * x.tolerance +
                                4 * x.tolerance * x.tolerance + 4 * unit * eps;
  const bool known = std::isfinite(out.largest) && out.largest < 1e15 && variance_error < shifted / 4;
  out.reciprocal_error =
      known ? out.reciprocal * variance_error / shifted + 4 * ulp(dtype, out.reciprocal) : kUnbounded;
  if (!known) out.mean_error = std::isfinite(out.largest) && out.largest < 1e15 ? out.mean_error : kUnbounded;
  return out;
}

// Returns the larger of two error bounds. If either is NaN, the result is unbounded.
double wider(double a, double b) { return a < kNoBound && b < kNoBound ? std::max(a, b) : kUnbounded; }

// The weight or the bias of a normalisation: a tensor, or the number that takes its place if it is absent.
struct Parameter {
  const Operand* operand = nullptr;
  double otherwise = 0;

  double value(std::size_t i) const { return operand == nullptr ? otherwise : operand->real[i]; }
  double error() const { return operand == nullptr ? 0 : operand->tolerance; }
  void flow(KernelCall& call, std::size_t i, double partial, double off) const {
    if (operand != nullptr) call.flow(*operand, i, partial, off);
  }
};
struct Parameters {
  Parameter weight{nullptr, 1};
  Parameter bias{nullptr, 0};
};

double bounded(double error) { return std::isfinite(error) ? error : kUnbounded; }

// Normalises each group and applies the parameters. `parameter(group, i)` is the index, in the weight and bias, that
// belongs to element i of the group.
template <typename ParameterOf>
void normalize(KernelCall& call, const Groups& groups, Parameters parameters, double eps, const ParameterOf& parameter,
               const Operand& x, const spec::Geometry& out) {
  const DType dtype = call.dtype();
  Result& result = call.start(dtype, x.count);
  result.exact = false;
  const double unit = ulp(dtype, 1);
  const Parameter& weights = parameters.weight;
  const Parameter& biases = parameters.bias;
  for (std::size_t group = 0; group < groups.count; ++group) {
    const std::size_t first = group * groups.inner;
    const Moments of = moments_of(x, dtype, first, groups.inner, eps);
    const auto n = static_cast<double>(groups.inner);
    // The largest intermediate term of a subject: x / deviation.
    const double reach = of.largest * of.reciprocal;
    // A subject may round weight * reciprocal before it multiplies by x or the mean. `least` bounds this error where
    // the product is subnormal.
    const double least = format_of(dtype).tiniest * (4 + 2 * of.largest);
    const double rest =
        of.largest * of.reciprocal_error + of.reciprocal * (of.mean_error + x.tolerance) + 8 * unit * reach;
    for (std::size_t i = 0; i < groups.inner; ++i) {
      const std::size_t p = parameter(group, i);
      const double y = (x.real[first + i] - of.mean) * of.reciprocal;
      const double weight = weights.value(p);
      const double bias = biases.value(p);
      result.real[first + i] = round_to(dtype, y * weight + bias);
      result.tolerance =
          wider(result.tolerance, std::abs(weight) * rest + weights.error() * (std::abs(y) + rest) + biases.error() +
                                      8 * unit * (std::abs(weight) * reach + std::abs(bias)) + least);
      const double relative = of.reciprocal_error / of.reciprocal;
      const double off = std::abs(weight) * of.reciprocal * (1 + reach * reach) *
                             (4 * relative + (n + 16) * unit_of_sums(dtype) + 16 * unit + 4 * rest) +
                         weights.error() * of.reciprocal * (1 + reach * reach);
      call.record([&] {
        for (std::size_t j = 0; j < groups.inner; ++j) {
          const double other = (x.real[first + j] - of.mean) * of.reciprocal;
          call.flow(x, first + j, weight * of.reciprocal * ((i == j ? 1 : 0) - (1 + y * other) / n), bounded(off));
        }
        weights.flow(call, p, y, std::isfinite(rest) ? 4 * rest : kUnbounded);
        biases.flow(call, p, 1, 0);
      });
    }
  }
  call.store(out);
}

// Stores one statistic of each group: the reciprocal r of the standard deviation if `reciprocals`, else the mean. Its
// derivative by an element is -r^3 (x - mean) / n for the reciprocal, and 1 / n for the mean.
void statistics(KernelCall& call, const Groups& groups, double eps, bool reciprocals, const Operand& x) {
  const DType dtype = call.dtype();
  Result& result = call.start(dtype);
  result.exact = false;
  for (std::size_t group = 0; group < groups.count; ++group) {
    const std::size_t first = group * groups.inner;
    const Moments of = moments_of(x, dtype, first, groups.inner, eps);
    const auto n = static_cast<double>(groups.inner);
    result.real[group] = round_to(dtype, reciprocals ? of.reciprocal : of.mean);
    result.tolerance = wider(result.tolerance, reciprocals ? of.reciprocal_error : of.mean_error);
    const double relative = of.reciprocal_error / of.reciprocal;
    const double cube = of.reciprocal * of.reciprocal * of.reciprocal;
    const double off_reciprocal =
        cube / n * (of.largest * (8 * relative + 16 * ulp(dtype, 1)) + 2 * (of.mean_error + x.tolerance));
    const double off = reciprocals ? off_reciprocal : 4 * ulp(dtype, 1) / n;
    call.record([&] {
      for (std::size_t i = first; i < first + groups.inner; ++i)
        call.flow(x, i, reciprocals ? -cube * (x.real[i] - of.mean) / n : 1 / n, bounded(off));
    });
  }
  call.store();
}

// Loads the weight and the bias, if they are present. They are the inputs after the normalised tensor.
Parameters load_parameters(KernelCall& call, bool weight, bool bias) {
  Parameters out;
  const DType dtype = call.dtype();
  if (weight) out.weight.operand = &call.load(1, dtype);
  if (bias) out.bias.operand = &call.load(weight ? 2 : 1, dtype);
  return out;
}

template <typename ParameterOf>
void normalize_with_statistics(KernelCall& call, const Groups& groups, Parameters parameters, double eps,
                               const ParameterOf& parameter) {
  const auto x = [&]() -> const Operand& { return call.load(0); };
  normalize(call, groups, parameters, eps, parameter, x(), call.out());
  call.next_result();
  statistics(call, groups, eps, /*reciprocals=*/false, x());
  call.next_result();
  statistics(call, groups, eps, /*reciprocals=*/true, x());
}

// Returns a view whose first dimension is the channels. In the tensor itself, the channels are the second dimension.
spec::Geometry by_channel(const spec::Geometry& tensor) {
  spec::Geometry out = tensor;
  std::swap(out.sizes[0], out.sizes[1]);
  std::swap(out.strides[0], out.strides[1]);
  return out;
}

// Normalises by means and variances that are given as tensors and get no gradient. So each result depends on a single
// element of x.
void normalize_by(KernelCall& call, const Groups& groups, Parameters parameters, double eps, const Operand& means,
                  const Operand& variances, const Operand& x) {
  const DType dtype = call.dtype();
  Result& result = call.start(dtype, x.count);
  result.exact = false;
  const double unit = ulp(dtype, 1);
  for (std::size_t c = 0; c < groups.count; ++c) {
    const double shifted = variances.real[c] + eps;
    const double factor = 1 / std::sqrt(shifted);
    const double weight = parameters.weight.value(c);
    const double bias = parameters.bias.value(c);
    const double weight_error = parameters.weight.error();
    const double shift_error = variances.tolerance + 4 * unit * (std::abs(variances.real[c]) + eps);
    const bool known = shifted > 4 * shift_error && std::isfinite(shifted);
    const double factor_error = known ? factor * (shift_error / shifted + 4 * unit) : kUnbounded;
    for (std::size_t i = c * groups.inner; i < (c + 1) * groups.inner; ++i) {
      const double away = x.real[i] - means.real[c];
      const double y = away * factor;
      // A subject may compute x * factor + offset with rounded factor and offset. `reach` bounds the size of these
      // terms.
      const double reach = std::abs(x.real[i]) + std::abs(means.real[c]);
      const double y_error = known && std::isfinite(reach)
                                 ? reach * factor_error + factor * (x.tolerance + means.tolerance + 8 * unit * reach)
                                 : kUnbounded;
      result.real[i] = round_to(dtype, y * weight + bias);
      result.tolerance = wider(result.tolerance, std::abs(weight) * y_error + weight_error * (std::abs(y) + y_error) +
                                                     parameters.bias.error() +
                                                     8 * unit * (std::abs(weight) * factor * reach + std::abs(bias)) +
                                                     format_of(dtype).tiniest * (4 + 2 * reach));
      const double off = std::abs(weight) * factor_error + weight_error * factor + 8 * unit * std::abs(weight) * factor;
      call.record([&] {
        call.flow(x, i, weight * factor, bounded(off));
        parameters.weight.flow(call, c, y, std::isfinite(y_error) ? 4 * y_error : kUnbounded);
        parameters.bias.flow(call, c, 1, 0);
      });
    }
  }
  call.store(by_channel(call.out()));
}

// Updates a running mean or variance with the mean or variance of the batch.
void move_statistic(KernelCall& call, const Groups& groups, double momentum, const Operand& x, const Operand& running,
                    bool variance) {
  const DType dtype = call.dtype();
  Result& result = call.start(dtype, groups.count);
  result.exact = false;
  const auto n = static_cast<double>(groups.inner);
  for (std::size_t c = 0; c < groups.count; ++c) {
    const Moments of = moments_of(x, dtype, c * groups.inner, groups.inner, 0);
    double squares = 0;
    double farthest = 0;
    for (std::size_t i = c * groups.inner; i < (c + 1) * groups.inner; ++i) {
      squares += (x.real[i] - of.mean) * (x.real[i] - of.mean);
      farthest = std::max(farthest, std::abs(x.real[i] - of.mean));
    }
    const double value = variance ? squares / (n - 1) : of.mean;
    const double error = variance ? 8 * (n + 8) * unit_of_sums(dtype) * of.largest * of.largest +
                                        4 * (farthest + x.tolerance) * (x.tolerance + of.mean_error)
                                  : of.mean_error;
    const double kept = running.real[c];
    result.real[c] = round_to(dtype, momentum * value + (1 - momentum) * kept);
    const double size = std::abs(momentum * value) + std::abs((1 - momentum) * kept);
    result.tolerance = wider(result.tolerance, std::abs(momentum) * error + std::abs(1 - momentum) * running.tolerance +
                                                   8 * ulp(dtype, size));
  }
  call.store();
}

}  // namespace

static void layer_norm(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  const auto kept = static_cast<std::size_t>(call.in(0).rank - arguments.integers(1).size);
  const Groups groups{elements_between(call.in(0), 0, kept), elements_between(call.in(0), kept, call.in(0).rank)};
  const Parameters parameters = load_parameters(call, arguments.present(2), arguments.present(3));
  normalize_with_statistics(call, groups, parameters, arguments.floating(4),
                            [](std::size_t /*group*/, std::size_t i) { return i; });
}
MODECHECK_KERNEL(layer_norm, SecondDerivatives::No, native_layer_norm)

static void group_norm(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  const auto number = [&](int i) { return static_cast<std::size_t>(arguments.integer(i)); };
  const std::size_t channels = number(4) / number(6);  // the number of channels in each group
  const std::size_t pixels = number(5);
  const std::size_t in_batch = number(6);
  const Parameters parameters = load_parameters(call, arguments.present(1), arguments.present(2));
  normalize_with_statistics(call, {number(3) * in_batch, channels * pixels}, parameters, arguments.floating(7),
                            [=](std::size_t group, std::size_t i) { return group % in_batch * channels + i / pixels; });
}
MODECHECK_KERNEL(group_norm, SecondDerivatives::No, native_group_norm)

// Normalises each channel over the batch. In training the running mean and variance are updated, too.
static void batch_norm(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  const DType dtype = call.dtype();
  const bool training = arguments.boolean(5);
  const double momentum = arguments.floating(6);
  const double eps = arguments.floating(7);
  const Operand& x = call.load(0, by_channel(call.in(0)), dtype);
  Groups groups;
  groups.count = static_cast<std::size_t>(call.in(0).sizes[1]);
  groups.inner = x.count / groups.count;
  const Parameters parameters = load_parameters(call, arguments.present(1), arguments.present(2));
  int next = 1 + (arguments.present(1) ? 1 : 0) + (arguments.present(2) ? 1 : 0);
  const Operand* const mean = arguments.present(3) ? &call.load(next++, dtype) : nullptr;
  const Operand* const variance = arguments.present(4) ? &call.load(next, dtype) : nullptr;
  if (!training) {
    normalize_by(call, groups, parameters, eps, *mean, *variance, x);
    // In evaluation the saved mean and the saved reciprocal deviation are empty tensors.
    for (int i = 0; i < 2; ++i) {
      call.next_result();
      call.start(dtype, 0);
      call.store();
    }
    return;
  }
  normalize(
      call, groups, parameters, eps, [](std::size_t group, std::size_t /*i*/) { return group; }, x,
      by_channel(call.out()));
  call.next_result();
  statistics(call, groups, eps, /*reciprocals=*/false, x);
  call.next_result();
  statistics(call, groups, eps, /*reciprocals=*/true, x);
  if (mean != nullptr) {
    call.next_result();
    move_statistic(call, groups, momentum, x, *mean, /*variance=*/false);
  }
  if (variance != nullptr) {
    call.next_result();
    move_statistic(call, groups, momentum, x, *variance, /*variance=*/true);
  }
}
MODECHECK_KERNEL(batch_norm, SecondDerivatives::No, native_batch_norm)

}  // namespace modecheck::reference
