#include "reference/kernels_window.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "spec/operation.h"

namespace modecheck::reference {
namespace {

using spec::DType;
using Place = std::array<std::int64_t, 3>;  // what an operator lacks of three dimensions stands in front, of size 1

// The elements of the image that one place of the result is made of.
struct Covered {
  std::array<std::size_t, kMaxElements> elements;
  std::size_t count = 0;
};

std::string_view name_of(const KernelCall& call) {
  return spec::operation(call.effect().record->operation).schema.name;
}

// The last `spatial` sizes.
Place spatial_sizes(const spec::Geometry& image, int spatial) {
  Place out{1, 1, 1};
  for (int i = 0; i < spatial; ++i)
    out[static_cast<std::size_t>(3 - spatial + i)] = image.sizes[static_cast<std::size_t>(image.rank - spatial + i)];
  return out;
}

// A list of numbers, one for each dimension or one for all; where there are none, `otherwise`.
Place numbers_of(const spec::IntList& list, int spatial, const Place& otherwise, std::int64_t in_front) {
  if (list.size == 0) return otherwise;
  Place out{in_front, in_front, in_front};
  for (int i = 0; i < spatial; ++i) out[static_cast<std::size_t>(3 - spatial + i)] = list[list.size == 1 ? 0 : i];
  return out;
}

struct Windows {
  Place image;
  Place places;
  Place kernel;
  Place stride;
  Place padding;
  Place dilation{1, 1, 1};

  Windows(const KernelCall& call, int spatial) {
    const spec::Arguments arguments = call.arguments();
    image = spatial_sizes(call.in(0), spatial);
    places = spatial_sizes(call.out(), spatial);
    kernel = numbers_of(arguments.integers(1), spatial, {}, 1);
    stride = numbers_of(arguments.integers(2), spatial, kernel, 1);
    padding = numbers_of(arguments.integers(3), spatial, {}, 0);
  }
  std::int64_t elements() const { return image[0] * image[1] * image[2]; }
  std::int64_t place_count() const { return places[0] * places[1] * places[2]; }
  // Where the window of a place begins, counted over all planes.
  Place first(std::int64_t at) const {
    const std::int64_t place = at % place_count();
    const Place where{place / (places[1] * places[2]), place / places[2] % places[1], place % places[2]};
    Place out;
    for (std::size_t d = 0; d < 3; ++d) out[d] = where[d] * stride[d] - padding[d];
    return out;
  }
  void cover(std::int64_t at, Covered& out) const {
    out.count = 0;
    const Place begin = first(at);
    const std::int64_t plane = at / place_count() * elements();
    for (std::int64_t k = 0; k < kernel[0] * kernel[1] * kernel[2]; ++k) {
      const Place within{k / (kernel[1] * kernel[2]), k / kernel[2] % kernel[1], k % kernel[2]};
      Place where;
      bool inside = true;
      for (std::size_t d = 0; d < 3; ++d) {
        where[d] = begin[d] + within[d] * dilation[d];
        inside = inside && where[d] >= 0 && where[d] < image[d];
      }
      if (inside)
        out.elements[out.count++] =
            static_cast<std::size_t>(plane + (where[0] * image[1] + where[1]) * image[2] + where[2]);
    }
  }
};

// Sums of covered elements, each divided by a number of its own.
class Means {
 public:
  Means(KernelCall& call, const Operand& x) : call_(call), x_(x), result_(call.result()) {
    for (std::size_t i = 0; x.complex && i < static_cast<std::size_t>(x.count); ++i)
      if (!std::isfinite(x.real[i]) || !std::isfinite(x.imag[i])) wild_ = true;  // parts are divided by number and zero
  }

  void set(std::size_t o, const Covered& covered, double divisor) {
    const DType dtype = result_.dtype;
    if (!spec::is_differentiable(dtype)) {
      std::uint64_t total = 0;
      for (std::size_t i = 0; i < covered.count; ++i)
        total += static_cast<std::uint64_t>(x_.integer[covered.elements[i]]);
      const auto sum = static_cast<std::int64_t>(total);
      result_.integer[o] = divisor == -1 ? static_cast<std::int64_t>(-total) : sum / static_cast<std::int64_t>(divisor);
      return;
    }
    result_.real[o] = part(x_.real, covered, divisor);
    if (x_.complex) result_.imag[o] = part(x_.imag, covered, divisor);
    share_ = std::max(share_, static_cast<double>(covered.count) / std::abs(divisor));
    if (!call_.recorded()) return;
    call_.record([&] {
      for (std::size_t i = 0; i < covered.count; ++i)
        call_.flow(x_, covered.elements[i], 1 / divisor, is_exact(divisor) ? 0 : 3 * ulp(dtype, 1 / divisor));
    });
  }

  void store() {
    if (spec::is_differentiable(result_.dtype)) {
      if (x_.tolerance != 0) result_.tolerance = x_.tolerance * std::max(share_, 1.0);
      if (rounding_ != 0 || x_.tolerance != 0)
        result_.tolerance += rounding_ + 2 * ulp(result_.dtype, result_.largest());
      if (x_.complex) result_.exact = false;
      if (wild_) result_.tolerance = kUnbounded;
    }
    call_.store();
  }

 private:
  // Division by a power of two is exact; else the sum may be multiplied by the inverse.
  static bool is_exact(double divisor) {
    const auto whole = static_cast<std::int64_t>(std::abs(divisor));
    return (whole & (whole - 1)) == 0;
  }
  double part(const std::array<double, kMaxElements>& values, const Covered& covered, double divisor) {
    AnyOrderSum total;
    for (std::size_t i = 0; i < covered.count; ++i) total.add(values[covered.elements[i]]);
    const DType dtype = result_.dtype;
    const double out = round_to(dtype, total.value / divisor);
    if (out == 0) result_.exact = false;  // either zero
    const double size = total.magnitude / std::max(std::abs(divisor), 1.0);
    if (!total.exact(dtype))
      rounding_ = std::max(rounding_, (static_cast<double>(covered.count) + 1) * ulp(dtype, size));
    if (!is_exact(divisor)) rounding_ = std::max(rounding_, 3 * ulp(dtype, size));
    return out;
  }

  KernelCall& call_;
  const Operand& x_;
  Result& result_;
  double rounding_ = 0;
  double share_ = 0;  // how many elements a place is the sum of, over what divides it
  bool wild_ = false;
};

}  // namespace

void avg_pool(KernelCall& call) {
  const std::string_view name = name_of(call);
  const Windows windows(call, name == "avg_pool1d" ? 1 : name == "avg_pool2d" ? 2 : 3);
  const spec::Arguments arguments = call.arguments();
  const bool counts_padding = arguments.boolean(5);
  const std::optional<std::int64_t> fixed = name == "avg_pool1d" ? std::nullopt : arguments.optional_integer(6);
  const Operand& x = call.load(0, call.in(0).dtype);
  Result& result = call.start(call.in(0).dtype, static_cast<int>(call.out().numel()));
  call.inherit(x);
  Means means(call, x);
  Covered covered;
  for (std::int64_t o = 0; o < result.count; ++o) {
    windows.cover(o, covered);
    const Place first = windows.first(o);
    // Beyond the padding nothing is counted.
    std::int64_t padded = 1;
    for (std::size_t d = 0; d < 3; ++d)
      padded *= std::min(first[d] + windows.kernel[d], windows.image[d] + windows.padding[d]) - first[d];
    const std::int64_t counted = counts_padding ? padded : static_cast<std::int64_t>(covered.count);
    means.set(static_cast<std::size_t>(o), covered, static_cast<double>(fixed.value_or(counted)));
  }
  means.store();
}

void adaptive_avg_pool(KernelCall& call) {
  const std::string_view name = name_of(call);
  const int spatial = name == "adaptive_avg_pool1d" ? 1 : name == "_adaptive_avg_pool2d" ? 2 : 3;
  const Place image = spatial_sizes(call.in(0), spatial);
  const Place places = spatial_sizes(call.out(), spatial);
  const Operand& x = call.load(0, call.in(0).dtype);
  Result& result = call.start(call.in(0).dtype, static_cast<int>(call.out().numel()));
  call.inherit(x);
  Means means(call, x);
  Covered covered;
  const std::int64_t per_plane = places[0] * places[1] * places[2];
  for (std::int64_t o = 0; o < result.count; ++o) {
    const std::int64_t place = o % per_plane;
    const Place where{place / (places[1] * places[2]), place / places[2] % places[1], place % places[2]};
    Place begin;
    Place end;
    for (std::size_t d = 0; d < 3; ++d) {
      begin[d] = where[d] * image[d] / places[d];
      end[d] = ((where[d] + 1) * image[d] + places[d] - 1) / places[d];
    }
    covered.count = 0;
    const std::int64_t plane = o / per_plane * image[0] * image[1] * image[2];
    for (std::int64_t i = begin[0]; i < end[0]; ++i)
      for (std::int64_t j = begin[1]; j < end[1]; ++j)
        for (std::int64_t k = begin[2]; k < end[2]; ++k)
          covered.elements[covered.count++] = static_cast<std::size_t>(plane + (i * image[1] + j) * image[2] + k);
    means.set(static_cast<std::size_t>(o), covered, static_cast<double>(covered.count));
  }
  means.store();
}

// The greatest, or a NaN. Of equal ones the first.
void max_pool(KernelCall& call) {
  const int spatial = name_of(call) == "max_pool2d_with_indices" ? 2 : 3;
  Windows windows(call, spatial);
  windows.dilation = numbers_of(call.arguments().integers(4), spatial, {}, 1);
  const DType dtype = call.in(0).dtype;
  const Operand& x = call.load(0, dtype);
  Result& result = call.start(dtype, static_cast<int>(call.out().numel()));
  call.inherit(x);
  std::array<std::int64_t, kMaxElements> chosen;
  bool all_certain = is_bound(x.tolerance);
  Covered covered;
  for (std::int64_t o = 0; o < result.count; ++o) {
    windows.cover(o, covered);
    std::size_t best = covered.elements[0];
    bool certain = is_bound(x.tolerance);
    for (std::size_t i = 1; i < covered.count; ++i) {
      const std::size_t at = covered.elements[i];
      if (std::isnan(x.real[at]) && std::isnan(x.real[best])) certain = false;
      if (std::isnan(x.real[at]) || x.real[at] > x.real[best]) best = at;
    }
    for (std::size_t i = 0; i < covered.count && x.tolerance != 0; ++i)
      if (covered.elements[i] != best && !(std::abs(x.real[covered.elements[i]] - x.real[best]) > 2 * x.tolerance))
        certain = false;
    all_certain = all_certain && certain;
    chosen[static_cast<std::size_t>(o)] = static_cast<std::int64_t>(best) % windows.elements();
    result.real[static_cast<std::size_t>(o)] = x.real[best];
    if (!call.recorded()) continue;
    call.record([&] {
      if (certain)
        call.flow(x, best, 1.0);
      else
        for (std::size_t i = 0; i < covered.count; ++i)
          call.flow(x, covered.elements[i], covered.elements[i] == best ? 1.0 : 0.0, kUnbounded);
    });
  }
  const int count = result.count;
  call.store();
  call.next_result();
  Result& places = call.start(DType::Int64, count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) places.integer[i] = chosen[i];
  places.tolerance = all_certain ? 0 : kUnbounded;
  call.store();
}

}  // namespace modecheck::reference
