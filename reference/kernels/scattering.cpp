// Reference kernels that combine, by sum, product, mean, maximum or minimum, the elements that an index sends to one
// element. Also reductions of segments.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "reference/kernels/kernel_row.h"
#include "reference/kernels/product.h"
#include "reference/kernels/targets.h"

namespace modecheck::reference {
namespace {

using spec::DType;

using Parts = std::vector<Part>;

// One element of the result, whose index is `at`. It is computed from the elements in `parts`.
struct Place {
  std::size_t at = 0;
  Parts parts;
  double doubt = 0;  // error of a partial derivative that comes from an inexact index
  // `self`, if its element `at` is not among the parts, so that its gradient is zero; otherwise null.
  const Operand* left_out = nullptr;
  Parts unread;  // elements that no element of the result is computed from: their gradients are zero

  // Records the element of the result. `partial(part)` is the derivative by one part, and `error` bounds its error.
  template <typename Partial>
  void record(KernelCall& call, const Partial& partial, double error) const {
    call.record([&] {
      for (const Part& part : parts) call.flow(*part.of, part.element, partial(part), error);
      record_left_out(call);
    });
  }
  void record_left_out(KernelCall& call) const {
    if (left_out != nullptr) call.flow(*left_out, at, 0.0, doubt);
    for (const Part& part : unread) call.flow(*part.of, part.element, 0.0);
  }
};

// The error bound of one element of the result. `exact` says whether every subject must give exactly its bits.
struct Judged {
  double error = 0;
  bool exact = true;
};

// Sets the element to the sum of its parts. For the mean, the sum is divided by `divisor`.
Judged add_up(KernelCall& call, const Place& place, bool mean, std::size_t divisor) {
  Result& result = call.result();
  const DType dtype = result.dtype;
  ComplexSum sum;
  Judged out;
  bool finite = true;
  bool narrow = true;
  for (const Part& part : place.parts) {
    finite = finite && std::isfinite(part.size());
    narrow = narrow && is_short(part.number());
    sum.add(part.number());
    out.error += part.tolerance();
  }
  const double count = mean ? static_cast<double>(divisor) : 1;
  result.set(place.at, sum.value() / count);
  const bool inexact = out.error != 0 || !narrow || !sum.exact(dtype);
  const double unit = ulp(dtype, sum.magnitude());
  if (inexact) out.error += 2 * unit * (static_cast<double>(place.parts.size()) + 2);
  // The mean divides the sum, which was already rounded to the dtype. So there are two roundings.
  if (mean && divisor > 1) out.error += 2 * unit;
  if (!finite || sum.magnitude() > format_of(dtype).largest) out.error = kUnbounded;
  // Libraries differ in the sign of a zero result.
  const bool complex = spec::is_complex(dtype);
  out.exact = result.real[place.at] != 0 && !(complex && (mean || result.imag[place.at] == 0));
  const double unsure = mean ? std::max(place.doubt, 2 * ulp(dtype, 1.0)) : place.doubt;
  place.record(
      call, [&](const Part&) { return 1 / count; }, unsure);
  return out;
}

Judged multiply_all(KernelCall& call, const Place& place) {
  const Parts& parts = place.parts;
  const DType dtype = call.result().dtype;
  const bool complex = spec::is_complex(dtype);
  // The product of whole numbers is exact if the product of their magnitudes fits in the dtype's significant bits.
  double above = 1;
  bool whole = !complex;
  for (const Part& part : parts) {
    above *= std::max(part.size(), 1.0);
    whole = whole && part.tolerance() == 0 && std::trunc(part.number().real()) == part.number().real();
  }
  Judged out;
  out.exact = !complex;
  out.error = multiply_up(
      call, place.at, parts.size(), [&](std::size_t i) { return parts[i]; },
      whole && above < power_of_two(format_of(dtype).bits), place.doubt, [&] { place.record_left_out(call); });
  return out;
}

// Sets the element to the maximum or minimum of its parts and of the initial value, if there is one. Equal parts get
// the same share of the gradient; the initial value gets none. With `strict`, a NaN makes all gradients unknown, and a
// zero may have either sign.
Judged choose(KernelCall& call, const Place& place, bool least, std::optional<double> initial, bool strict) {
  Judged out;
  double most = initial.value_or(least ? kUnbounded : -kUnbounded);
  for (std::size_t i = 0; i < place.parts.size(); ++i) {
    const double value = place.parts[i].number().real();
    const bool beyond = std::isnan(value) || (least ? value < most : value > most) || (i == 0 && !initial);
    if (!std::isnan(most) && beyond) most = value;
    out.error = std::max(out.error, place.parts[i].tolerance());
  }
  call.result().real[place.at] = most;
  int ties = 0;
  int near = initial && out.error != 0 && !(std::abs(most - *initial) > 2 * out.error) ? 1 : 0;
  bool numbers = true;
  for (const Part& part : place.parts) {
    const double value = part.number().real();
    numbers = numbers && !std::isnan(value);
    ties += value == most;
    near += out.error != 0 && !(std::abs(most - value) > 2 * out.error);
    if (value == 0 && most == 0 && (strict || std::signbit(value) != std::signbit(most))) out.exact = false;
  }
  double unsure = (strict ? !numbers : ties == 0) || near > 1 ? kUnbounded : place.doubt;
  if (ties > 1) unsure = std::max(unsure, 2 * ulp(call.result().dtype, 1.0));
  place.record(
      call, [&](const Part& part) { return part.number().real() == most ? 1.0 / ties : 0.0; }, unsure);
  return out;
}

// Combines integers by the reduction `how`. Sums and products wrap around on overflow; the mean is rounded down.
std::int64_t taken_together(const Parts& parts, DType dtype, std::string_view how) {
  std::int64_t out = parts[0].integer();
  const auto unsigned_of = [](std::int64_t value) { return static_cast<std::uint64_t>(value); };
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::int64_t value = parts[i].integer();
    if (how == "amax")
      out = std::max(out, value);
    else if (how == "amin")
      out = std::min(out, value);
    else if (how == "prod")
      out = static_cast<std::int64_t>(unsigned_of(out) * unsigned_of(value));
    else
      out = static_cast<std::int64_t>(unsigned_of(out) + unsigned_of(value));
  }
  out = wrap_to(dtype, out);
  if (how != "mean") return out;
  const auto count = static_cast<std::int64_t>(parts.size());
  return out / count - (out % count < 0 ? 1 : 0);
}

}  // namespace

static void scatter_reduce(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Operand& index = call.load(1, DType::Int64);
  const Operand& self = call.load(0);
  const Operand& source = call.load(2, dtype);
  const std::string_view how = *call.arguments().word(4);
  const bool include_self = call.arguments().boolean(5);
  const Targets targets = elements_of(call, index);
  Result& result = call.start_from(dtype, self, source, index);
  double tolerance = 0;
  for (std::size_t i = 0; i < self.count; ++i) {
    Place place{i, {}, index.tolerance, nullptr, {}};
    Parts& parts = place.parts;
    for (std::size_t k = 0; k < targets.count; ++k)
      if (targets.element[k] == i) parts.push_back({&source, k});
    const bool untouched = parts.empty();
    if (!untouched && include_self) parts.insert(parts.begin(), {&self, i});
    if (!untouched && !include_self) place.left_out = &self;
    if (!spec::is_differentiable(dtype)) {
      result.integer[i] = untouched ? self.integer[i] : taken_together(parts, dtype, how);
      continue;
    }
    if (untouched) {
      result.take(i, self, i);
      tolerance = std::max(tolerance, self.tolerance);
      // For products, maxima and minima, a library divides the element by itself or compares it with itself. If the
      // element is not finite, the gradient is uncertain.
      const bool sure = how == "sum" || how == "mean" || std::isfinite(self.size_of(i));
      call.record([&] { call.flow(self, i, 1.0, sure ? index.tolerance : kUnbounded); });
      continue;
    }
    const bool chooses = how == "amax" || how == "amin";
    const Judged judged = how == "prod" ? multiply_all(call, place)
                          : chooses     ? choose(call, place, how == "amin", std::nullopt, /*strict=*/false)
                                        : add_up(call, place, how == "mean", place.parts.size());
    tolerance = std::max(tolerance, judged.error);
    result.exact = result.exact && judged.exact;
  }
  if (spec::is_differentiable(dtype)) result.tolerance = index.tolerance != 0 ? kUnbounded : tolerance;
  call.store();
}
MODECHECK_KERNEL(scatter_reduce, SecondDerivatives::No, scatter_reduce_two, scatter_reduce__two, scatter_reduce_two_out)

static void segment_reduce(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  const DType dtype = call.in(0).dtype;
  const spec::Geometry& shape = call.in(0);
  const Operand& data = call.load(0, dtype);
  const Operand& numbers = call.load(1, DType::Int64);
  const std::string_view how = *arguments.word(1);
  const bool bounds = arguments.present(4);
  const auto axis = static_cast<std::size_t>(call.in(1).rank - 1);
  const auto size = static_cast<std::size_t>(shape.sizes[axis]);
  const auto segments = static_cast<std::size_t>(call.out().sizes[axis]);
  const std::size_t row = segments + (bounds ? 1 : 0);
  const std::size_t inner = elements_between(shape, axis + 1, shape.rank);
  // The number that each segment's reduction starts with, if the argument `initial` was given.
  const std::optional<spec::ScalarValue> initial = arguments.optional_scalar(7);
  Operand start;
  start.real[0] = initial ? round_to(dtype, initial->value) : 0;
  start.nodes[0] = start.imag_nodes[0] = kConstant;
  Result& result = call.start(dtype);
  call.inherit(data);
  double tolerance = 0;
  const auto elements_of = [&](std::size_t i) {
    const std::size_t outer = i / inner / segments;
    const std::size_t segment = i / inner % segments;
    std::size_t first = 0;
    for (std::size_t k = 0; !bounds && k < segment; ++k)
      first += static_cast<std::size_t>(numbers.integer[outer * row + k]);
    if (bounds) first = static_cast<std::size_t>(numbers.integer[outer * row + segment]);
    const std::size_t length =
        static_cast<std::size_t>(numbers.integer[outer * row + segment + (bounds ? 1 : 0)]) - (bounds ? first : 0);
    Parts out;
    for (std::size_t k = first; k < first + length; ++k) out.push_back({&data, (outer * size + k) * inner + i % inner});
    return out;
  };
  std::array<bool, kMaxElements> in_a_segment{};
  for (std::size_t i = 0; i < result.count; ++i)
    for (const Part& part : elements_of(i)) in_a_segment[part.element] = true;
  for (std::size_t i = 0; i < result.count; ++i) {
    const Parts elements = elements_of(i);
    const std::size_t length = elements.size();
    Place place{i, {}, 0, nullptr, {}};
    for (std::size_t k = 0; i == 0 && k < data.count; ++k)
      if (!in_a_segment[k]) place.unread.push_back({&data, k});
    const bool chooses = how == "max" || how == "min";
    if (initial && !chooses) place.parts.push_back({&start, 0});
    for (const Part& part : elements) place.parts.push_back(part);
    if (how == "mean" && length == 0 && !initial) {
      result.real[i] = std::numeric_limits<double>::quiet_NaN();
      call.record([&] { place.record_left_out(call); });
      continue;
    }
    const Judged judged =
        chooses         ? choose(call, place, how == "min", initial ? std::optional(start.real[0]) : std::nullopt, true)
        : how == "prod" ? multiply_all(call, place)
                        : add_up(call, place, how == "mean", std::max<std::size_t>(length, 1));
    tolerance = std::max(tolerance, judged.error);
    result.exact = result.exact && judged.exact;
  }
  result.tolerance = tolerance;
  call.store();
}
MODECHECK_KERNEL(segment_reduce, SecondDerivatives::No, segment_reduce)

}  // namespace modecheck::reference
