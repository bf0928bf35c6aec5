#include "reference/kernels_reduction.h"

#include <algorithm>
#include <cmath>

#include "reference/promotion.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using spec::Geometry;

constexpr double kSoftmaxUlps = 16;

// Bit d for dimension d; no dimensions named means all of them. A scalar has none, but may be asked for 0 or -1.
unsigned dimensions_of(const std::optional<spec::IntList>& dims, int rank) {
  const unsigned all = (1u << rank) - 1;
  if (!dims || dims->size == 0) return all;
  unsigned out = 0;
  for (const std::int64_t dim : *dims) out |= 1u << (dim < 0 ? dim + std::max(rank, 1) : dim);
  return out & all;
}

// How many elements each result is made of. They stand side by side when the reduced dimensions are the last.
std::size_t group_size(const Geometry& in, unsigned dims) {
  std::size_t out = 1;
  for (std::size_t d = 0; d < in.rank; ++d)
    if ((dims >> d & 1u) != 0) out *= static_cast<std::size_t>(in.sizes[d]);
  return out;
}

// The sum of each group times `scale` (mean: 1 / length, with `divisor` its length).
void sum_over(KernelCall& call, unsigned dims, bool mean) {
  const DType dtype = call.out().dtype;
  const Operand& x = call.load(0, with_last(call.in(0), dims), dtype);
  const std::size_t group = group_size(call.in(0), dims);
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  call.inherit(x);
  const auto count = static_cast<std::size_t>(result.count);
  if (!spec::is_differentiable(dtype)) {
    for (std::size_t o = 0; o < count; ++o) {
      std::uint64_t total = 0;
      for (std::size_t i = 0; i < group; ++i) total += static_cast<std::uint64_t>(x.integer[o * group + i]);
      result.integer[o] = dtype == DType::Bool ? total != 0 : static_cast<std::int64_t>(total);
    }
    call.store();
    return;
  }
  const double divisor = mean ? static_cast<double>(group) : 1;
  double rounding = 0;
  const auto sum_of = [&](const double* values) {
    AnyOrderSum total;
    for (std::size_t i = 0; i < group; ++i) total.add(values[i]);
    const double out = round_to(dtype, round_to(dtype, total.value) / divisor);
    if (!total.exact(dtype)) rounding = std::max(rounding, ulp(dtype, total.magnitude));
    if (out == 0) result.exact = false;  // either zero
    return out;
  };
  for (std::size_t o = 0; o < count; ++o) result.real[o] = sum_of(x.real.data() + o * group);
  if (spec::is_complex(dtype)) {
    for (std::size_t o = 0; o < count; ++o) result.imag[o] = sum_of(x.imag.data() + o * group);
    rounding *= 2;
    result.exact = false;
    // Parts are divided by number and zero.
    for (std::size_t i = 0; mean && i < static_cast<std::size_t>(x.count); ++i)
      if (!std::isfinite(x.real[i]) || !std::isfinite(x.imag[i])) result.tolerance = kUnbounded;
  }
  const auto terms = static_cast<double>(group);
  result.tolerance = std::max(result.tolerance, x.tolerance) * terms + rounding * terms;
  if (mean) {
    result.tolerance /= std::max(divisor, 1.0);
    // By the length or by its inverse.
    const bool power_of_two_length = (group & (group - 1)) == 0;
    if (!power_of_two_length) result.tolerance += 2 * ulp(dtype, result.largest());
  }
  if (x.tolerance != 0) result.tolerance += 2 * ulp(dtype, result.largest());
  if (call.recorded()) {
    for (std::size_t o = 0; o < count; ++o) {
      call.record([&] {
        for (std::size_t i = 0; i < group; ++i) call.flow(x, o * group + i, 1 / divisor);
      });
    }
  }
  call.store();
}

}  // namespace

void sum(KernelCall& call) { sum_over(call, dimensions_of({}, call.in(0).rank), false); }
void sum_dim(KernelCall& call) {
  sum_over(call, dimensions_of(call.arguments().optional_integers(1), call.in(0).rank), false);
}
void mean_dim(KernelCall& call) {
  sum_over(call, dimensions_of(call.arguments().optional_integers(1), call.in(0).rank), true);
}

void amax(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const unsigned dims = dimensions_of(call.arguments().integers(1), call.in(0).rank);
  const Operand& x = call.load(0, with_last(call.in(0), dims), dtype);
  const std::size_t group = group_size(call.in(0), dims);
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  call.inherit(x);
  for (std::size_t o = 0; o < static_cast<std::size_t>(result.count); ++o) {
    if (!spec::is_floating(dtype)) {
      result.integer[o] = *std::max_element(x.integer.begin() + o * group, x.integer.begin() + (o + 1) * group);
      continue;
    }
    const double* values = x.real.data() + o * group;
    double most = values[0];
    for (std::size_t i = 1; i < group; ++i)
      if (std::isnan(values[i]) || values[i] > most) most = std::isnan(most) ? most : values[i];
    result.real[o] = most;
    if (most == 0) {
      for (std::size_t i = 0; i < group; ++i)
        if (values[i] == 0 && std::signbit(values[i]) != std::signbit(most)) result.exact = false;
    }
    if (!call.recorded()) continue;
    int ties = 0;
    int near = 0;
    for (std::size_t i = 0; i < group; ++i) {
      ties += values[i] == most;
      near += x.tolerance != 0 && !(most - values[i] > 2 * x.tolerance);
    }
    const bool unsure = ties == 0 || near > 1;
    call.begin_node();
    for (std::size_t i = 0; i < group; ++i)
      call.edge(x.nodes[o * group + i], values[i] == most ? 1.0 / ties : 0, unsure ? kUnbounded : 0);
  }
  call.store();
}

void softmax(KernelCall& call) {
  const int rank = call.in(0).rank;
  const DType dtype = call.out().dtype;
  const std::int64_t dim = call.arguments().integer(1);
  const unsigned dims = rank == 0 ? 0 : 1u << (dim < 0 ? dim + rank : dim);
  const Operand& x = call.load(0, with_last(call.in(0), dims), dtype);
  const std::size_t group = group_size(call.in(0), dims);
  Result& result = call.start(dtype, x.count);
  call.inherit(x);
  result.exact = false;
  const std::size_t groups = group == 0 ? 0 : static_cast<std::size_t>(x.count) / group;
  // An error of t in every exponent changes each share by a factor of at most exp(2t).
  const double unsure = (x.tolerance == 0 ? 0 : std::expm1(2 * x.tolerance)) +
                        (kSoftmaxUlps + static_cast<double>(group)) * ulp(dtype, 1);
  result.tolerance = unsure;
  for (std::size_t g = 0; g < groups; ++g) {
    const double* in = x.real.data() + g * group;
    double* out = result.real.data() + g * group;
    double most = in[0];
    for (std::size_t i = 1; i < group; ++i) most = std::max(most, in[i]);
    double total = 0;
    for (std::size_t i = 0; i < group; ++i) total += std::exp(in[i] - most);
    for (std::size_t i = 0; i < group; ++i) {
      // What infinities give depends on how a subject finds the largest.
      if (!std::isfinite(in[i])) result.tolerance = kUnbounded;
      out[i] = round_to(dtype, std::exp(in[i] - most) / total);
    }
    if (!call.recorded()) continue;
    for (std::size_t i = 0; i < group; ++i) {
      call.begin_node();
      for (std::size_t j = 0; j < group; ++j)
        call.edge(x.nodes[g * group + j], out[i] * ((i == j ? 1 : 0) - out[j]), 4 * unsure);
    }
  }
  call.store(with_last(call.out(), dims));
}

}  // namespace modecheck::reference
