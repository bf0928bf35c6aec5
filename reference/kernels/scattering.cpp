// Reductions of an element with those that an index sends to it, and reductions of segments.

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "reference/kernels/kernel_row.h"
#include "reference/kernels/targets.h"

namespace modecheck::reference {
namespace {

using spec::DType;

// One of the elements that are reduced together.
struct Part {
  const Operand* of;
  std::size_t element;

  std::complex<double> number() const { return of->complex ? of->number(element) : of->real[element]; }
  double size() const { return of->size_of(element); }
  std::int64_t integer() const { return of->integer[element]; }
  double tolerance() const { return of->tolerance; }
};
using Parts = std::vector<Part>;

// An element of the result.
struct Place {
  std::size_t at = 0;
  Parts parts;
  double doubt = 0;                   // from an inexact index
  const Operand* left_out = nullptr;  // `self`, if it is not one of the parts

  // Records the element: `partial(i, part)` adds the edge of each part.
  template <typename Partial>
  void record(KernelCall& call, const Partial& partial) const {
    if (!call.recorded()) return;
    call.record([&] {
      for (std::size_t i = 0; i < parts.size(); ++i) partial(i, parts[i]);
      if (left_out != nullptr) call.flow(*left_out, at, 0.0, doubt);
    });
  }
};

// The error bound of one result, and whether every subject must have exactly its bits.
struct Judged {
  double error = 0;
  bool exact = true;
};

// The sum; for the mean, divided by `divisor`.
Judged add_up(KernelCall& call, const Place& place, bool mean, std::size_t divisor) {
  const Parts& parts = place.parts;
  Result& result = call.result();
  const DType dtype = result.dtype;
  AnyOrderSum real;
  AnyOrderSum imag;
  Judged out;
  bool finite = true;
  bool narrow = true;
  for (const Part& part : parts) {
    const std::complex<double> number = part.number();
    finite = finite && std::isfinite(part.size());
    narrow = narrow && is_short(number.real()) && is_short(number.imag());
    real.add(number.real());
    imag.add(number.imag());
    out.error += part.tolerance();
  }
  const double count = mean ? static_cast<double>(divisor) : 1;
  const std::complex<double> total{real.value / count, imag.value / count};
  result.real[place.at] = round_to(dtype, total.real());
  if (spec::is_complex(dtype)) result.imag[place.at] = round_to(dtype, total.imag());
  const bool inexact = out.error != 0 || !narrow || !real.exact(dtype) || !imag.exact(dtype);
  const double unit = ulp(dtype, real.magnitude + imag.magnitude);
  if (inexact) out.error += 2 * unit * (static_cast<double>(parts.size()) + 2);
  // One division, of a sum that was first rounded to the dtype.
  if (mean && divisor > 1) out.error += 2 * unit;
  if (!finite || real.magnitude + imag.magnitude > format_of(dtype).largest) out.error = kUnbounded;
  out.exact = result.real[place.at] != 0 && !(mean && spec::is_complex(dtype));  // a zero of either sign is right
  const double unsure = mean ? std::max(place.doubt, 2 * ulp(dtype, 1.0)) : place.doubt;
  place.record(call, [&](std::size_t, const Part& part) { call.flow(*part.of, part.element, 1 / count, unsure); });
  return out;
}

Judged multiply_up(KernelCall& call, const Place& place) {
  const Parts& parts = place.parts;
  Result& result = call.result();
  const DType dtype = result.dtype;
  const FloatFormat& format = format_of(dtype);
  const bool complex = spec::is_complex(dtype);
  const auto times = [&](std::complex<double> a, std::complex<double> b) {
    return complex ? a * b : std::complex<double>(a.real() * b.real());
  };
  std::complex<double> total = 1;
  double above = 1;  // products of the magnitudes above and below one: some order may leave the range
  double below = 1;
  double may = 1;  // bound of the product's magnitude
  double is = 1;
  bool finite = true;
  bool near_zero = false;
  bool whole = true;
  for (const Part& part : parts) {
    const double size = part.size();
    finite = finite && std::isfinite(size);
    if (size != 0) (size > 1 ? above : below) *= size;
    may *= size + part.tolerance();
    is *= size;
    near_zero = near_zero || (part.tolerance() != 0 && !(size > 4 * part.tolerance()));
    whole = whole && part.tolerance() == 0 && !complex && std::trunc(part.number().real()) == part.number().real();
    total = times(total, part.number());
  }
  result.real[place.at] = round_to(dtype, total.real());
  if (complex) result.imag[place.at] = round_to(dtype, total.imag());
  const bool in_range = finite && above < format.largest && below > std::sqrt(format.least);
  // Products of integers this small are exact.
  const bool exact = whole && above < power_of_two(format.bits);
  const auto factors = static_cast<double>(parts.size());
  Judged out;
  out.error = may - is;
  if (!exact) out.error += 4 * factors * ulp(dtype, may);
  if ((!in_range && parts.size() > 1) || std::isnan(out.error)) out.error = kUnbounded;
  out.exact = !complex;
  place.record(call, [&](std::size_t i, const Part& part) {
    std::complex<double> others = 1;
    double others_may = 1;
    double others_are = 1;
    for (std::size_t j = 0; j < parts.size(); ++j) {
      if (j == i) continue;
      others = times(others, parts[j].number());
      others_may *= parts[j].size() + parts[j].tolerance();
      others_are *= parts[j].size();
    }
    // A subject may divide the product by the part, except for zeros.
    double unsure = others_may - others_are + 8 * factors * ulp(dtype, others_may) + place.doubt;
    if (!in_range || near_zero) unsure = kUnbounded;
    if (complex)
      call.flow(*part.of, part.element, others, unsure);
    else
      call.flow(*part.of, part.element, others.real(), unsure);
  });
  return out;
}

// The maximum or minimum. Equal elements share the gradient.
Judged choose(KernelCall& call, const Place& place, bool least) {
  const Parts& parts = place.parts;
  Result& result = call.result();
  Judged out;
  double most = parts[0].number().real();
  for (const Part& part : parts) {
    const double value = part.number().real();
    if (!std::isnan(most) && (std::isnan(value) || (least ? value < most : value > most))) most = value;
    out.error = std::max(out.error, part.tolerance());
  }
  result.real[place.at] = most;
  int ties = 0;
  int near = 0;
  for (const Part& part : parts) {
    const double value = part.number().real();
    ties += value == most;
    near += out.error != 0 && !(std::abs(most - value) > 2 * out.error);
    if (value == 0 && most == 0 && std::signbit(value) != std::signbit(most)) out.exact = false;
  }
  double unsure = ties == 0 || near > 1 ? kUnbounded : place.doubt;
  if (ties > 1) unsure = std::max(unsure, 2 * ulp(result.dtype, 1.0));
  place.record(call, [&](std::size_t, const Part& part) {
    call.flow(*part.of, part.element, part.number().real() == most ? 1.0 / ties : 0.0, unsure);
  });
  return out;
}

// Integer arithmetic wraps; the mean is rounded down.
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
  const Operand& self = call.load(0, dtype);
  const Operand& source = call.load(2, dtype);
  const std::string_view how = *call.arguments().word(4);
  const bool include_self = call.arguments().boolean(5);
  const Targets targets = elements_of(call, index);
  Result& result = call.start(dtype, self.count);
  for (const Operand* operand : {&self, &source, &index}) call.inherit(*operand);
  double tolerance = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(self.count); ++i) {
    Place place{i, {}, index.tolerance, nullptr};
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
      result.real[i] = self.real[i];
      if (self.complex) result.imag[i] = self.imag[i];
      tolerance = std::max(tolerance, self.tolerance);
      // Libraries divide a number by itself or compare it with itself, so nothing is certain for a number that is not
      // finite.
      const bool sure = how == "sum" || how == "mean" || std::isfinite(self.size_of(i));
      if (call.recorded()) call.record([&] { call.flow(self, i, 1.0, sure ? index.tolerance : kUnbounded); });
      continue;
    }
    const Judged judged = how == "prod"                    ? multiply_up(call, place)
                          : how == "amax" || how == "amin" ? choose(call, place, how == "amin")
                                                           : add_up(call, place, how == "mean", place.parts.size());
    tolerance = std::max(tolerance, judged.error);
    result.exact = result.exact && judged.exact;
  }
  if (spec::is_differentiable(dtype)) result.tolerance = index.tolerance != 0 ? kUnbounded : tolerance;
  call.store();
}
MODECHECK_KERNEL(scatter_reduce, SecondDerivatives::No, scatter_reduce_two, scatter_reduce__two, scatter_reduce_two_out)

namespace {

// The maximum or minimum of a segment, and of an initial value if there is one. Elements that equal it share the
// gradient; the initial value gets no share.
Judged choose_of_segment(KernelCall& call, const Place& place, bool least, std::optional<double> first) {
  const Parts& parts = place.parts;
  Judged out;
  double most = first.value_or(least ? kUnbounded : -kUnbounded);
  for (const Part& part : parts) {
    const double value = part.number().real();
    if (!std::isnan(most) && (std::isnan(value) || (least ? value < most : value > most))) most = value;
    out.error = std::max(out.error, part.tolerance());
  }
  call.result().real[place.at] = most;
  int ties = 0;
  int near = first && out.error != 0 && !(std::abs(most - *first) > 2 * out.error) ? 1 : 0;
  bool numbers = true;
  for (const Part& part : parts) {
    const double value = part.number().real();
    numbers = numbers && !std::isnan(value);
    ties += value == most;
    near += out.error != 0 && !(std::abs(most - value) > 2 * out.error);
    if (value == 0 && most == 0) out.exact = false;  // a zero of either sign is right
  }
  double unsure = !numbers || near > 1 ? kUnbounded : 0;
  if (ties > 1) unsure = std::max(unsure, 2 * ulp(call.result().dtype, 1.0));
  place.record(call, [&](std::size_t, const Part& part) {
    call.flow(*part.of, part.element, part.number().real() == most ? 1.0 / ties : 0.0, unsure);
  });
  return out;
}

}  // namespace

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
  std::size_t inner = 1;
  for (std::size_t d = axis + 1; d < shape.rank; ++d) inner *= static_cast<std::size_t>(shape.sizes[d]);
  // The initial value of each segment, if given.
  const std::optional<spec::ScalarValue> initial = arguments.optional_scalar(7);
  Operand start;
  start.real[0] = initial ? round_to(dtype, initial->value) : 0;
  start.nodes[0] = start.imag_nodes[0] = kConstant;
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  call.inherit(data);
  double tolerance = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(result.count); ++i) {
    const std::size_t outer = i / inner / segments;
    const std::size_t segment = i / inner % segments;
    std::size_t first = 0;
    for (std::size_t k = 0; !bounds && k < segment; ++k)
      first += static_cast<std::size_t>(numbers.integer[outer * row + k]);
    if (bounds) first = static_cast<std::size_t>(numbers.integer[outer * row + segment]);
    const std::size_t length =
        static_cast<std::size_t>(numbers.integer[outer * row + segment + (bounds ? 1 : 0)]) - (bounds ? first : 0);
    Place place{i, {}, 0, nullptr};
    const bool chooses = how == "max" || how == "min";
    if (initial && !chooses) place.parts.push_back({&start, 0});
    for (std::size_t k = first; k < first + length; ++k)
      place.parts.push_back({&data, (outer * size + k) * inner + i % inner});
    if (how == "mean" && length == 0 && !initial) {
      result.real[i] = std::numeric_limits<double>::quiet_NaN();
      place.record(call, [](std::size_t, const Part&) {});
      continue;
    }
    const Judged judged =
        chooses ? choose_of_segment(call, place, how == "min", initial ? std::optional(start.real[0]) : std::nullopt)
        : how == "prod" ? multiply_up(call, place)
                        : add_up(call, place, how == "mean", std::max<std::size_t>(length, 1));
    tolerance = std::max(tolerance, judged.error);
    result.exact = result.exact && judged.exact;
  }
  result.tolerance = tolerance;
  call.store();
}
MODECHECK_KERNEL(segment_reduce, SecondDerivatives::No, segment_reduce)

}  // namespace modecheck::reference
