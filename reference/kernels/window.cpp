// Reference kernels that slide a window over an image, such as pooling and convolution, computed from the definitions.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "reference/kernels/kernel_row.h"
#include "spec/program/operation.h"

namespace modecheck::reference {
namespace {

using spec::DType;
// indices along the last three dimensions; if the image has fewer, the leading sizes are 1
using Place = std::array<std::int64_t, 3>;

std::int64_t product(const Place& sizes) { return sizes[0] * sizes[1] * sizes[2]; }
// place_of converts the row-major number of an element to its indices. element_of converts indices to the number.
Place place_of(std::int64_t element, const Place& sizes) {
  return {element / (sizes[1] * sizes[2]), element / sizes[2] % sizes[1], element % sizes[2]};
}
std::int64_t element_of(const Place& place, const Place& sizes) {
  return (place[0] * sizes[1] + place[1]) * sizes[2] + place[2];
}

// The image elements in the window of one result element, without those in the padding.
struct Covered {
  std::array<std::size_t, kMaxElements> elements;
  std::size_t count = 0;
};

std::string_view name_of(const KernelCall& call) {
  return spec::operation(call.effect().record->operation).schema.name;
}

// Returns the sizes of the image's last `spatial` dimensions. If `spatial` is less than 3, the leading sizes are 1.
Place spatial_sizes(const spec::Geometry& image, int spatial) {
  Place out{1, 1, 1};
  for (int i = 0; i < spatial; ++i)
    out[static_cast<std::size_t>(3 - spatial + i)] = image.sizes[static_cast<std::size_t>(image.rank - spatial + i)];
  return out;
}

// Reads a list that has one number for each spatial dimension, or one number for all of them. If the list is empty,
// returns `otherwise`. The leading dimensions that are missing get `in_front`.
Place numbers_of(const spec::IntList& list, int spatial, const Place& otherwise, std::int64_t in_front) {
  if (list.size == 0) return otherwise;
  Place out{in_front, in_front, in_front};
  for (int i = 0; i < spatial; ++i) out[static_cast<std::size_t>(3 - spatial + i)] = list[list.size == 1 ? 0 : i];
  return out;
}

struct Windows {
  Place image;
  Place places;
  Place kernel{};
  Place stride{};
  Place padding{};
  Place dilation{1, 1, 1};

  Windows(const KernelCall& call, int spatial)
      : image(spatial_sizes(call.in(0), spatial)), places(spatial_sizes(call.out(), spatial)) {}
  void read_pool(const KernelCall& call, int spatial) {
    const spec::Arguments arguments = call.arguments();
    kernel = numbers_of(arguments.integers(1), spatial, {}, 1);
    stride = numbers_of(arguments.integers(2), spatial, kernel, 1);
    padding = numbers_of(arguments.integers(3), spatial, {}, 0);
  }
  std::int64_t elements() const { return product(image); }
  std::int64_t place_count() const { return product(places); }
  // Returns the indices at which the window of result element `at` begins; negative indices lie in the padding. `at`
  // counts the elements of all channels and batches.
  Place first(std::int64_t at) const {
    const Place where = place_of(at % place_count(), places);
    Place out;
    for (std::size_t d = 0; d < 3; ++d) out[d] = where[d] * stride[d] - padding[d];
    return out;
  }
  void cover(std::int64_t at, Covered& out) const {
    out.count = 0;
    const Place begin = first(at);
    const std::int64_t plane = at / place_count() * elements();
    for (std::int64_t k = 0; k < product(kernel); ++k) {
      Place where = place_of(k, kernel);
      bool inside = true;
      for (std::size_t d = 0; d < 3; ++d) {
        where[d] = begin[d] + where[d] * dilation[d];
        inside = inside && where[d] >= 0 && where[d] < image[d];
      }
      if (inside) out.elements[out.count++] = static_cast<std::size_t>(plane + element_of(where, image));
    }
  }
};

// Computes average pooling: each result is a sum of image elements, divided by a divisor of its own.
class Means {
 public:
  // Loads the input and starts the result, which has the input's dtype.
  explicit Means(KernelCall& call) : call_(call), x_(call.load(0)), result_(call.start(call.dtype())) {
    call.inherit(x_);
    // a division of complex numbers may spread infinities and NaN to both parts of the result
    wild_ = x_.complex && !x_.is_finite();
  }

  // Calls `give(o, covered)` for each element o of the result; `give` must set the element. Then stores the result.
  template <typename Give>
  void give_each(const Give& give) {
    Covered covered;
    for (std::size_t o = 0; o < result_.count; ++o) {
      covered.count = 0;
      give(static_cast<std::int64_t>(o), covered);
    }
    store();
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
    call_.record([&] {
      for (std::size_t i = 0; i < covered.count; ++i)
        call_.flow(x_, covered.elements[i], 1 / divisor, is_exact(divisor) ? 0 : 3 * ulp(dtype, 1 / divisor));
    });
  }

 private:
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
  // Returns whether a division by `divisor` is exact, as for powers of two. Otherwise a subject may multiply by the
  // rounded inverse.
  static bool is_exact(double divisor) {
    const auto whole = static_cast<std::int64_t>(std::abs(divisor));
    return (whole & (whole - 1)) == 0;
  }
  double part(const std::array<double, kMaxElements>& values, const Covered& covered, double divisor) {
    AnyOrderSum total;
    for (std::size_t i = 0; i < covered.count; ++i) total.add(values[covered.elements[i]]);
    const DType dtype = result_.dtype;
    const double out = round_to(dtype, total.value / divisor);
    if (out == 0) result_.exact = false;  // libraries differ in the sign of a zero result
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
  double share_ = 0;  // the largest quotient of a result: number of summed elements / divisor
  bool wild_ = false;
};

}  // namespace

static void avg_pool(KernelCall& call) {
  const std::string_view name = name_of(call);
  const int spatial = name == "avg_pool1d" ? 1 : name == "avg_pool2d" ? 2 : 3;
  Windows windows(call, spatial);
  windows.read_pool(call, spatial);
  const spec::Arguments arguments = call.arguments();
  const bool counts_padding = arguments.boolean(5);
  const std::optional<std::int64_t> fixed = name == "avg_pool1d" ? std::nullopt : arguments.optional_integer(6);
  Means means(call);
  means.give_each([&](std::int64_t o, Covered& covered) {
    windows.cover(o, covered);
    const Place first = windows.first(o);
    // The divisor counts padding, but not elements beyond the padding.
    std::int64_t padded = 1;
    for (std::size_t d = 0; d < 3; ++d)
      padded *= std::min(first[d] + windows.kernel[d], windows.image[d] + windows.padding[d]) - first[d];
    const std::int64_t counted = counts_padding ? padded : static_cast<std::int64_t>(covered.count);
    means.set(static_cast<std::size_t>(o), covered, static_cast<double>(fixed.value_or(counted)));
  });
}
MODECHECK_KERNEL(avg_pool, SecondDerivatives::No, avg_pool1d, avg_pool2d, avg_pool3d)

// Computes adaptive average pooling. Each result is the mean of a window. Neighbouring windows overlap if the image
// size is no multiple of the result size.
static void adaptive_avg_pool(KernelCall& call) {
  const std::string_view name = name_of(call);
  const int spatial = name == "adaptive_avg_pool1d" ? 1 : name == "_adaptive_avg_pool2d" ? 2 : 3;
  const Place image = spatial_sizes(call.in(0), spatial);
  const Place places = spatial_sizes(call.out(), spatial);
  Means means(call);
  means.give_each([&](std::int64_t o, Covered& covered) {
    const Place where = place_of(o % product(places), places);
    Place begin;
    Place end;
    for (std::size_t d = 0; d < 3; ++d) {
      begin[d] = where[d] * image[d] / places[d];
      end[d] = ((where[d] + 1) * image[d] + places[d] - 1) / places[d];
    }
    const std::int64_t plane = o / product(places) * product(image);
    for (std::int64_t i = begin[0]; i < end[0]; ++i)
      for (std::int64_t j = begin[1]; j < end[1]; ++j)
        for (std::int64_t k = begin[2]; k < end[2]; ++k)
          covered.elements[covered.count++] = static_cast<std::size_t>(plane + element_of({i, j, k}, image));
    means.set(static_cast<std::size_t>(o), covered, static_cast<double>(covered.count));
  });
}
MODECHECK_KERNEL(adaptive_avg_pool, SecondDerivatives::No, adaptive_avg_pool1d, _adaptive_avg_pool2d,
                 _adaptive_avg_pool3d)

// Computes max pooling: each result is the largest element of its window, or a NaN if the window has one. Of equal
// elements the first is chosen.
static void max_pool(KernelCall& call) {
  const int spatial = name_of(call) == "max_pool2d_with_indices" ? 2 : 3;
  Windows windows(call, spatial);
  windows.read_pool(call, spatial);
  windows.dilation = numbers_of(call.arguments().integers(4), spatial, {}, 1);
  const Operand& x = call.load(0);
  Result& result = call.start(call.dtype());
  call.inherit(x);
  std::array<std::int64_t, kMaxElements> chosen;
  bool all_certain = is_bound(x.tolerance);
  Covered covered;
  for (std::size_t o = 0; o < result.count; ++o) {
    windows.cover(static_cast<std::int64_t>(o), covered);
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
    chosen[o] = static_cast<std::int64_t>(best) % windows.elements();
    result.real[o] = x.real[best];
    call.record([&] {
      if (certain) return call.flow(x, best, 1.0);
      for (std::size_t i = 0; i < covered.count; ++i)
        call.flow(x, covered.elements[i], covered.elements[i] == best ? 1.0 : 0.0, kUnbounded);
    });
  }
  call.store();
  call.next_result();
  Result& places = call.start(DType::Int64);
  std::copy_n(chosen.begin(), places.count, places.integer.begin());
  places.tolerance = all_certain ? 0 : kUnbounded;
  call.store();
}
MODECHECK_KERNEL(max_pool, SecondDerivatives::No, max_pool2d_with_indices, max_pool3d_with_indices)

namespace {

// The products that add up to one result of a convolution. Image element image[i] is multiplied by kernel element
// kernel[i].
struct Products {
  std::array<std::size_t, kMaxElements> image;
  std::array<std::size_t, kMaxElements> kernel;
  std::size_t count = 0;
  // The kernel elements that meet the zero padding outside the image.
  std::array<std::size_t, kMaxElements> beside;
  std::size_t beside_count = 0;
};

struct Convolved {
  Windows windows;
  std::int64_t channels_in;
  std::int64_t channels_out;
  std::int64_t groups;
  bool transposed;

  Convolved(const KernelCall& call, int spatial) : windows(call, spatial) {
    const spec::Arguments arguments = call.arguments();
    windows.kernel = spatial_sizes(call.in(1), spatial);
    windows.stride = numbers_of(arguments.integers(3), spatial, {}, 1);
    windows.padding = numbers_of(arguments.integers(4), spatial, {}, 0);
    windows.dilation = numbers_of(arguments.integers(5), spatial, {}, 1);
    channels_in = call.in(0).sizes[1];
    channels_out = call.out().sizes[1];
    transposed = arguments.boolean(6);
    groups = arguments.integer(8);
  }

  // Collects the products of result element `o`. In a transposed convolution the windows lie in the result, and each
  // image element has one window.
  void collect(std::int64_t o, Products& out) const {
    out.count = 0;
    out.beside_count = 0;
    const std::int64_t place = o % windows.place_count();
    const std::int64_t channel = o / windows.place_count() % channels_out;
    const std::int64_t item = o / windows.place_count() / channels_out;
    const std::int64_t in_group = channels_in / groups;
    const std::int64_t out_group = channels_out / groups;
    const std::int64_t group = channel / out_group;
    const Place& kernel = windows.kernel;
    const Place where = place_of(place, windows.places);
    const std::int64_t elements = product(kernel);
    for (std::int64_t from = 0; from < in_group; ++from)
      for (std::int64_t k = 0; k < elements; ++k) {
        const Place within = place_of(k, kernel);
        Place at;
        bool inside = true;
        for (std::size_t d = 0; d < 3; ++d) {
          const std::int64_t moved = within[d] * windows.dilation[d] - windows.padding[d];
          const std::int64_t back = where[d] - moved;
          at[d] = transposed ? back / windows.stride[d] : where[d] * windows.stride[d] + moved;
          inside = inside && at[d] >= 0 && at[d] < windows.image[d] &&
                   (!transposed || (back >= 0 && back % windows.stride[d] == 0));
        }
        const std::int64_t source = group * in_group + from;
        const std::int64_t plane = (item * channels_in + source) * windows.elements();
        const std::int64_t kernels = transposed ? source * out_group + channel % out_group : channel * in_group + from;
        const auto in_kernels = static_cast<std::size_t>(kernels * elements + k);
        if (!inside) {
          if (!transposed) out.beside[out.beside_count++] = in_kernels;
          continue;
        }
        out.image[out.count] = static_cast<std::size_t>(plane + element_of(at, windows.image));
        out.kernel[out.count++] = in_kernels;
      }
  }
};

}  // namespace

static void convolution(KernelCall& call) {
  const DType dtype = call.in(0).dtype;
  const Convolved convolved(call, call.in(1).rank - 2);
  const Operand& x = call.load(0, dtype);
  const Operand& w = call.load(1, dtype);
  const Operand* const bias = call.arguments().present(2) ? &call.load(2, dtype) : nullptr;
  Result& result = call.start(dtype);
  call.inherit(x, w);
  if (bias != nullptr) call.inherit(*bias);
  // A library may or may not multiply by the zeros of the padding. So infinities and NaN in the kernel may or may not
  // propagate.
  const auto is_wild = [](const Operand& operand) { return !operand.is_finite() || !is_bound(operand.tolerance); };
  const bool wild = is_wild(x) || is_wild(w) || (bias != nullptr && is_wild(*bias));
  double rounding = 0;
  double terms = 0;
  Products products;
  bool touches = false;
  for (std::int64_t o = 0; o < static_cast<std::int64_t>(result.count); ++o) {
    convolved.collect(o, products);
    touches = touches || products.count != 0;
    const auto channel = static_cast<std::size_t>(o / convolved.windows.place_count() % convolved.channels_out);
    AnyOrderSum total;
    bool narrow = true;
    for (std::size_t i = 0; i < products.count; ++i) {
      const double a = x.real[products.image[i]];
      const double b = w.real[products.kernel[i]];
      narrow = narrow && is_short(a) && is_short(b);
      total.add(a * b);
    }
    if (bias != nullptr) {
      narrow = narrow && is_short(bias->real[channel]);
      total.add(bias->real[channel]);
    }
    const auto at = static_cast<std::size_t>(o);
    result.real[at] = round_to(dtype, total.value);
    if (result.real[at] == 0) result.exact = false;  // libraries differ in the sign of a zero result
    if (!narrow || !total.exact(dtype)) rounding = std::max(rounding, ulp(dtype, total.magnitude));
    terms = std::max(terms, static_cast<double>(products.count));
    call.record([&] {
      for (std::size_t i = 0; i < products.count; ++i) {
        call.flow(x, products.image[i], w.real[products.kernel[i]], w.tolerance);
        call.flow(w, products.kernel[i], x.real[products.image[i]], x.tolerance);
      }
      // Kernel elements that meet the padding get a zero gradient. It is recorded, because a subject multiplies this
      // zero by a derivative that may be infinite.
      for (std::size_t i = 0; i < products.beside_count; ++i) call.flow(w, products.beside[i], 0.0);
      if (bias != nullptr) call.flow(*bias, channel, 1.0);
      // With infinities or NaN, the gradient is unknown even for elements that contribute to no result.
      for (const Operand* operand : {&x, &w})
        for (std::size_t i = 0; wild && i < operand->count; ++i) call.flow(*operand, i, 0.0, kUnbounded);
    });
  }
  result.tolerance = rounding * (terms + 4);
  const bool inexact = x.tolerance != 0 || w.tolerance != 0 || (bias != nullptr && bias->tolerance != 0);
  if (inexact)
    result.tolerance += terms * (x.largest() * w.tolerance + w.largest() * x.tolerance + x.tolerance * w.tolerance) +
                        (bias != nullptr ? bias->tolerance : 0) + 2 * ulp(dtype, result.largest());
  if (wild) result.tolerance = kUnbounded;
  // All windows lie outside the image, so its gradient is zero. Where a derivative further up is infinite, the gradient
  // depends on the library's formula.
  if (!touches && call.recorded()) call.nothing_recorded();
  call.store();
}
MODECHECK_KERNEL(convolution, SecondDerivatives::No, convolution)

static void col2im(KernelCall& call) {
  const spec::Arguments arguments = call.arguments();
  const spec::IntList kernel = arguments.integers(2);
  const spec::IntList dilation = arguments.integers(3);
  const spec::IntList padding = arguments.integers(4);
  const spec::IntList stride = arguments.integers(5);
  const Place image = spatial_sizes(call.out(), 2);
  std::array<std::int64_t, 2> places;
  for (int d = 0; d < 2; ++d)
    places[static_cast<std::size_t>(d)] =
        (image[static_cast<std::size_t>(d + 1)] + 2 * padding[d] - dilation[d] * (kernel[d] - 1) - 1) / stride[d] + 1;
  Means means(call);
  const std::int64_t of_each_plane = kernel[0] * kernel[1] * places[0] * places[1];
  means.give_each([&](std::int64_t o, Covered& covered) {
    const std::int64_t row = o / image[2] % image[1];
    const std::int64_t column = o % image[2];
    const std::int64_t plane = o / (image[1] * image[2]);
    for (std::int64_t e = 0; e < of_each_plane; ++e) {
      const std::int64_t place = e % (places[0] * places[1]);
      const std::int64_t element = e / (places[0] * places[1]);
      if (place / places[1] * stride[0] - padding[0] + element / kernel[1] * dilation[0] == row &&
          place % places[1] * stride[1] - padding[1] + element % kernel[1] * dilation[1] == column)
        covered.elements[covered.count++] = static_cast<std::size_t>(plane * of_each_plane + e);
    }
    means.set(static_cast<std::size_t>(o), covered, 1);
  });
}
MODECHECK_KERNEL(col2im, SecondDerivatives::No, col2im)

}  // namespace modecheck::reference
