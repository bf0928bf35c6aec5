// Operators that pick elements by value, by mask or by position, and operators that move them elsewhere.

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "reference/kernels/kernel_row.h"
#include "reference/values/broadcasting.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using spec::Geometry;

constexpr int kZero = -1;
constexpr double kUlps = 16;

// Makes `count` elements from `x`: element i is element `source(i)` of `x`, or zero if that is kZero.
template <typename Source>
void arrange(KernelCall& call, const Operand& x, DType dtype, int count, const Source& source) {
  Result& result = call.start(dtype, count);
  call.inherit(x);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const int number = source(static_cast<int>(i));
    const bool zero = number == kZero;
    const auto from = static_cast<std::size_t>(zero ? 0 : number);
    if (spec::is_differentiable(dtype))
      result.real[i] = zero ? 0 : x.real[from];
    else
      result.integer[i] = zero ? 0 : x.integer[from];
    if (spec::is_complex(dtype)) result.imag[i] = zero ? 0 : x.imag[from];
    if (!call.recorded()) continue;
    call.record([&] {
      if (!zero) call.flow(x, from, 1.0);
    });
  }
}

}  // namespace

// The middle element, or the lower of the two middle elements. Elements equal to the median share its gradient.
static void median_of_all(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Operand& x = call.load(0, dtype);
  const auto count = static_cast<std::size_t>(x.count);
  Result& result = call.start(dtype, 1);
  call.inherit(x);
  if (!spec::is_floating(dtype)) {
    std::vector<std::int64_t> values(x.integer.begin(), x.integer.begin() + x.count);
    std::sort(values.begin(), values.end());
    result.integer[0] = values[(count - 1) / 2];
    call.store();
    return;
  }
  std::vector<double> values(x.real.begin(), x.real.begin() + x.count);
  const bool known = std::none_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
  std::sort(values.begin(), values.end());
  const double middle = known ? values[(count - 1) / 2] : std::numeric_limits<double>::quiet_NaN();
  result.real[0] = middle;
  if (middle == 0) result.exact = false;  // a zero of either sign is right
  if (call.recorded()) {
    int ties = 0;
    int near = 0;
    for (const double value : values) {
      ties += value == middle;
      near += x.tolerance != 0 && !(std::abs(middle - value) > 2 * x.tolerance);
    }
    const bool unsure = ties == 0 || near > 1;
    call.begin_node();
    for (std::size_t i = 0; i < count; ++i)
      call.edge(x.nodes[i], x.real[i] == middle ? 1.0 / ties : 0, unsure ? kUnbounded : 0);
  }
  call.store();
}
MODECHECK_KERNEL(median_of_all, SecondDerivatives::No, median)

static void masked_select(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Geometry common = common_sizes(call.in(0), call.in(1));
  const Operand& x = call.load(0, broadcast_to(call.in(0), common), dtype);
  const Operand& mask = call.load(1, broadcast_to(call.in(1), common), DType::Bool);
  std::vector<int> chosen;
  for (std::size_t i = 0; i < static_cast<std::size_t>(mask.count); ++i)
    if (mask.integer[i] != 0) chosen.push_back(static_cast<int>(i));
  const int count = static_cast<int>(call.out().numel());
  // A mask byte other than 0 or 1 is unspecified.
  chosen.resize(static_cast<std::size_t>(count), 0);
  arrange(call, x, dtype, count, [&](int i) { return chosen[static_cast<std::size_t>(i)]; });
  call.inherit(mask);
  call.store();
}
MODECHECK_KERNEL(masked_select, SecondDerivatives::No, masked_select)

static void take_elements(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Operand& x = call.load(0, dtype);
  const Operand& index = call.load(1, DType::Int64);
  arrange(call, x, dtype, index.count, [&](int i) {
    const std::int64_t place = index.integer[static_cast<std::size_t>(i)];
    return static_cast<int>(std::clamp<std::int64_t>(place < 0 ? place + x.count : place, 0, x.count - 1));
  });
  call.inherit(index);
  call.store();
}
MODECHECK_KERNEL(take_elements, SecondDerivatives::No, take)

// An element comes from `shift` positions before it, along each named dimension; a dimension may be named twice.
static void roll(KernelCall& call) {
  const Geometry& shape = call.in(0);
  const DType dtype = shape.dtype;
  const spec::IntList shifts = call.arguments().integers(1);
  const spec::IntList dims = call.arguments().integers(2);
  const Operand& x = call.load(0, dtype);
  std::array<std::int64_t, spec::kMaxRank> by{};
  for (int i = 0; i < dims.size; ++i)
    if (shape.rank > 0) by[static_cast<std::size_t>(dims[i] < 0 ? dims[i] + shape.rank : dims[i])] += shifts[i];
  const auto turned = [](std::int64_t place, std::int64_t size) { return (place % size + size) % size; };
  arrange(call, x, dtype, x.count, [&](int i) {
    if (dims.size == 0) return static_cast<int>(turned(i - shifts[0], x.count));
    std::int64_t rest = i;
    std::int64_t from = 0;
    std::int64_t block = 1;
    for (auto d = static_cast<std::size_t>(shape.rank); d-- > 0;) {
      const std::int64_t size = shape.sizes[d];
      from += turned(rest % size - by[d], size) * block;
      rest /= size;
      block *= size;
    }
    return static_cast<int>(from);
  });
  call.store();
}
MODECHECK_KERNEL(roll, SecondDerivatives::Yes, roll)

static void diag_embed(KernelCall& call) {
  const Geometry& from = call.in(0);
  const Geometry& to = call.out();
  const spec::Arguments arguments = call.arguments();
  const std::int64_t offset = arguments.integer(1);
  const auto wrapped = [&](std::int64_t dim) { return static_cast<std::size_t>(dim < 0 ? dim + to.rank : dim); };
  const std::size_t row = wrapped(arguments.integer(2));
  const std::size_t column = wrapped(arguments.integer(3));
  const DType dtype = from.dtype;
  const Operand& x = call.load(0, dtype);
  const std::int64_t length = from.sizes[static_cast<std::size_t>(from.rank - 1)];
  arrange(call, x, dtype, static_cast<int>(to.numel()), [&](int i) {
    std::array<std::int64_t, spec::kMaxRank> place{};
    std::int64_t rest = i;
    for (auto d = static_cast<std::size_t>(to.rank); d-- > 0;) {
      place[d] = rest % to.sizes[d];
      rest /= to.sizes[d];
    }
    if (place[column] - place[row] != offset) return kZero;
    // The other dimensions come first, in their order; then the position on the diagonal.
    std::int64_t element = 0;
    for (std::size_t d = 0; d < to.rank; ++d)
      if (d != row && d != column) element = element * to.sizes[d] + place[d];
    return static_cast<int>(element * length + std::min(place[row], place[column]));
  });
  call.store();
}
MODECHECK_KERNEL(diag_embed, SecondDerivatives::Yes, diag_embed)

static void trace(KernelCall& call) {
  const Geometry& shape = call.in(0);
  const DType dtype = call.out().dtype;
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, 1);
  call.inherit(x);
  const auto rows = static_cast<std::size_t>(shape.sizes[0]);
  const auto columns = static_cast<std::size_t>(shape.sizes[1]);
  const std::size_t length = std::min(rows, columns);
  if (!spec::is_differentiable(dtype)) {
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < length; ++i) total += static_cast<std::uint64_t>(x.integer[i * columns + i]);
    result.integer[0] = static_cast<std::int64_t>(total);
    call.store();
    return;
  }
  AnyOrderSum real;
  AnyOrderSum imag;
  for (std::size_t i = 0; i < length; ++i) {
    real.add(x.real[i * columns + i]);
    if (x.complex) imag.add(x.imag[i * columns + i]);
  }
  if (spec::is_complex(dtype))
    result.set(0, {real.value, imag.value});
  else
    result.real[0] = round_to(dtype, real.value);
  const auto terms = static_cast<double>(length);
  if (real.value == 0 || x.complex) result.exact = false;  // a zero of either sign is right
  result.tolerance = terms * x.tolerance;
  if (!real.exact(dtype) || !imag.exact(dtype))
    result.tolerance += 2 * terms * ulp(dtype, real.magnitude + imag.magnitude);
  if (x.tolerance != 0) result.tolerance += 2 * ulp(dtype, result.largest());
  if (call.recorded())
    call.record([&] {
      for (std::size_t i = 0; i < length; ++i) call.flow(x, i * columns + i, 1.0);
    });
  call.store();
}
MODECHECK_KERNEL(trace, SecondDerivatives::Yes, trace)

static void logcumsumexp(KernelCall& call) {
  const Geometry& shape = call.in(0);
  const DType dtype = shape.dtype;
  const std::int64_t dim = call.arguments().integer(1);
  const unsigned dims = shape.rank == 0 ? 0 : 1u << (dim < 0 ? dim + shape.rank : dim);
  const std::size_t length =
      shape.rank == 0 ? 1 : static_cast<std::size_t>(shape.sizes[static_cast<std::size_t>(std::countr_zero(dims))]);
  const Operand& x = call.load(0, with_last(shape, dims), dtype);
  Result& result = call.start(dtype, x.count);
  result.exact = false;
  double tolerance = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(x.count); ++i) {
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
    if (!call.recorded()) continue;
    call.begin_node();
    for (std::size_t j = first; j <= i; ++j) {
      const double share = std::exp(x.real[j] - value);
      // A subject may compute with the logarithm of a gradient, which may be large.
      const double lost = 4 * unsure + 200 * ulp(dtype, 1);
      call.edge(x.nodes[j], share, lost < 1 ? share * std::expm1(lost) + flushed(dtype) : kUnbounded);
    }
  }
  result.tolerance = tolerance;
  call.store(with_last(call.out(), dims));
}
MODECHECK_KERNEL(logcumsumexp, SecondDerivatives::No, logcumsumexp)

}  // namespace modecheck::reference
