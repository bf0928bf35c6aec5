// Operators that pick elements by value, by mask or by position, and sums along a diagonal or a dimension.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/kernels/kernel_row.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using spec::Geometry;

constexpr double kUlps = 16;

}  // namespace

// The middle element, or the lower of the two middle elements. Elements equal to the median share its gradient.
static void median_of_all(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Operand& x = call.load(0, dtype);
  const auto count = x.count;
  Result& result = call.start(dtype, 1);
  call.inherit(x);
  if (!spec::is_floating(dtype)) {
    std::vector<std::int64_t> values(x.integer.begin(), x.integer.begin() + x.count);
    std::sort(values.begin(), values.end());
    result.integer[0] = values[(count - 1) / 2];
    return call.store();
  }
  std::vector<double> values(x.real.begin(), x.real.begin() + x.count);
  const bool known = std::none_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
  std::sort(values.begin(), values.end());
  const double middle = known ? values[(count - 1) / 2] : std::numeric_limits<double>::quiet_NaN();
  result.real[0] = middle;
  if (middle == 0) result.exact = false;  // a zero of either sign is right
  int ties = 0;
  int near = 0;
  for (const double value : values) {
    ties += value == middle;
    near += x.tolerance != 0 && !(std::abs(middle - value) > 2 * x.tolerance);
  }
  const bool unsure = ties == 0 || near > 1;
  call.record([&] {
    for (std::size_t i = 0; i < count; ++i)
      call.flow(x, i, x.real[i] == middle ? 1.0 / ties : 0, unsure ? kUnbounded : 0);
  });
  call.store();
}
MODECHECK_KERNEL(median_of_all, SecondDerivatives::No, median)

static void masked_select(KernelCall& call) {
  const Geometry common = common_sizes(call.in(0), call.in(1));
  const Operand& x = call.load(0, broadcast_to(call.in(0), common), call.dtype());
  const Operand& mask = call.load(1, broadcast_to(call.in(1), common), DType::Bool);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < mask.count; ++i)
    if (mask.integer[i] != 0) chosen.push_back(i);
  // A mask byte other than 0 or 1 is unspecified.
  chosen.resize(static_cast<std::size_t>(call.out().numel()), 0);
  call.arrange(x, call.dtype(), chosen.size(), [&](std::size_t i) { return chosen[i]; });
  call.inherit(mask);
  call.store();
}
MODECHECK_KERNEL(masked_select, SecondDerivatives::No, masked_select)

static void take_elements(KernelCall& call) {
  const Operand& x = call.load(0);
  const Operand& index = call.load(1, DType::Int64);
  const auto count = static_cast<std::int64_t>(x.count);
  call.arrange(x, call.dtype(), index.count, [&](std::size_t i) {
    const std::int64_t place = index.integer[i];
    return static_cast<std::size_t>(std::clamp<std::int64_t>(place < 0 ? place + count : place, 0, count - 1));
  });
  call.inherit(index);
  call.store();
}
MODECHECK_KERNEL(take_elements, SecondDerivatives::No, take)

static void trace(KernelCall& call) {
  const DType dtype = call.out().dtype;
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, 1);
  call.inherit(x);
  const auto columns = static_cast<std::size_t>(call.in(0).sizes[1]);
  const std::size_t length = std::min(static_cast<std::size_t>(call.in(0).sizes[0]), columns);
  if (!spec::is_differentiable(dtype)) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < length; ++i) total += static_cast<std::uint64_t>(x.integer[i * columns + i]);
    result.integer[0] = static_cast<std::int64_t>(total);
    return call.store();
  }
  ComplexSum sum;
  for (std::size_t i = 0; i < length; ++i) sum.add(x.number(i * columns + i));
  result.set(0, sum.value());
  const auto terms = static_cast<double>(length);
  if (sum.real.value == 0 || x.complex) result.exact = false;  // a zero of either sign is right
  result.tolerance = terms * x.tolerance;
  if (!sum.exact(dtype)) result.tolerance += 2 * terms * ulp(dtype, sum.magnitude());
  if (x.tolerance != 0) result.tolerance += 2 * ulp(dtype, result.largest());
  call.record([&] {
    for (std::size_t i = 0; i < length; ++i) call.flow(x, i * columns + i, 1.0);
  });
  call.store();
}
MODECHECK_KERNEL(trace, SecondDerivatives::Yes, trace)

static void logcumsumexp(KernelCall& call) {
  const Geometry& shape = call.in(0);
  const DType dtype = shape.dtype;
  const std::size_t dim = wrap_dimension(call.arguments().integer(1), shape.rank);
  const unsigned dims = 1u << dim;
  const std::size_t length = shape.rank == 0 ? 1 : static_cast<std::size_t>(shape.sizes[dim]);
  const Operand& x = call.load(0, with_last(shape, dims), dtype);
  Result& result = call.start(dtype, x.count);
  result.exact = false;
  double tolerance = 0;
  for (std::size_t i = 0; i < x.count; ++i) {
    const std::size_t first = i - i % length;
    double most = -std::numeric_limits<double>::infinity();
    double size = 1;
    bool finite = true;
    for (std::size_t j = first; j <= i; ++j) {
      most = std::max(most, x.real[j]);
      size = std::max(size, std::abs(x.real[j]));
      finite = finite && std::isfinite(x.real[j]);
    }
    double total = 0;
    for (std::size_t j = first; j <= i; ++j) total += std::exp(x.real[j] - most);
    const double value = most + std::log(total);
    result.real[i] = round_to(dtype, value);
    const double unsure = finite ? x.tolerance + (kUlps + static_cast<double>(length)) * ulp(dtype, size) : kUnbounded;
    tolerance = std::max(tolerance, unsure);
    call.record([&] {
      for (std::size_t j = first; j <= i; ++j) {
        const double share = std::exp(x.real[j] - value);
        // A subject may compute with the logarithm of a gradient, which may be large.
        const double lost = 4 * unsure + 200 * ulp(dtype, 1);
        call.flow(x, j, share, lost < 1 ? share * std::expm1(lost) + flushed(dtype) : kUnbounded);
      }
    });
  }
  result.tolerance = tolerance;
  call.store(with_last(call.out(), dims));
}
MODECHECK_KERNEL(logcumsumexp, SecondDerivatives::No, logcumsumexp)

}  // namespace modecheck::reference
