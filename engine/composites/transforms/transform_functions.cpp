#include "engine/composites/transforms/transform_functions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "engine/api/factories.h"
#include "engine/api/generated/functions.h"
#include "engine/composites/composition.h"
#include "engine/composites/transforms/hermitian_transforms.h"
#include "engine/composites/transforms/spectrum_functions.h"
#include "engine/composites/transforms/transform_input.h"
#include "engine/tracing/sizes_as_numbers.h"
#include "engine/tracing/traced_composite.h"
#include "spec/operators/composites.h"
#include "spec/operators/for_each.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

using SizeList = std::vector<std::int64_t>;
using Norm = c10::optional<std::string_view>;

// The dimensions to transform, and the number of elements of each.
struct Plan {
  SizeList dims;
  SizeList lengths;
};

Plan planned(const char* name, const Tensor& self, c10::OptionalIntArrayRef s, c10::OptionalIntArrayRef dim) {
  Plan plan;
  const std::int64_t rank = self.dim();
  if (dim.has_value()) {
    for (const std::int64_t one : *dim) plan.dims.push_back(dimension_of(name, one, rank));
    SizeList sorted = plan.dims;
    std::sort(sorted.begin(), sorted.end());
    MODECHECK_CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end(), ErrorClass::Argument, name,
                    ": FFT dims must be unique, but are ", *dim);
    MODECHECK_CHECK(!s.has_value() || s->size() == dim->size(), ErrorClass::Argument, name,
                    ": When given, dim and shape arguments must have the same length");
  } else {
    const std::int64_t count = s.has_value() ? static_cast<std::int64_t>(s->size()) : rank;
    MODECHECK_CHECK(count <= rank, ErrorClass::Argument, name, ": Got shape with ", count,
                    " values but input tensor only has ", rank, " dimensions.");
    plan.dims.resize(static_cast<std::size_t>(count));
    std::iota(plan.dims.begin(), plan.dims.end(), rank - count);
  }
  for (std::size_t i = 0; i < plan.dims.size(); ++i) {
    const std::int64_t here = self.size(plan.dims[i]);
    plan.lengths.push_back(s.has_value() && (*s)[i] != -1 ? (*s)[i] : here);
    MODECHECK_CHECK(plan.lengths[i] > 0, ErrorClass::Argument, name, ": Invalid number of data points (",
                    plan.lengths[i], ") specified");
  }
  return plan;
}

// Truncates each dimension or pads it with zeros.
Tensor resized(Tensor self, const Plan& plan) {
  sizes_as_numbers("a Fourier transform", self);
  SizeList pad(static_cast<std::size_t>(2 * self.dim()), 0);
  bool pads = false;
  for (std::size_t i = 0; i < plan.dims.size(); ++i) {
    const std::int64_t along = plan.dims[i];
    const std::int64_t missing = plan.lengths[i] - self.size(along);
    if (missing < 0) self = self.narrow(along, 0, plan.lengths[i]);
    if (missing <= 0) continue;
    pad[static_cast<std::size_t>(2 * (self.dim() - 1 - along) + 1)] = missing;
    pads = true;
  }
  return pads ? at::constant_pad_nd(self, pad, 0) : self;
}

Tensor complex_transform(const char* name, const Tensor& self, c10::OptionalIntArrayRef s, c10::OptionalIntArrayRef dim,
                         Norm norm, bool forward) {
  const Plan plan = planned(name, self, s, dim);
  const Tensor input = resized(transformable(name, self, /*complex=*/true), plan);
  const std::int64_t mode = normalization_of(name, norm, forward);
  return plan.dims.empty() ? input.clone() : at::_fft_c2c(input, plan.dims, mode, forward);
}

Tensor shifted(const char* name, const Tensor& self, c10::OptionalIntArrayRef dim, bool back) {
  SizeList dims;
  if (dim.has_value()) {
    dims = dim->vec();
  } else {
    dims.resize(static_cast<std::size_t>(self.dim()));
    std::iota(dims.begin(), dims.end(), 0);
  }
  SizeList shifts;
  for (const std::int64_t one : dims) {
    MODECHECK_CHECK(self.dim() > 0, ErrorClass::Dimension, name, ": Dimension specified as ", one,
                    " but tensor has no dimensions");
    shifts.push_back((self.size(dimension_of(name, one, self.dim())) + (back ? 1 : 0)) / 2);
  }
  return at::roll(self, shifts, dims);
}

TensorOptions with_dtype(const char* name, const TensorOptions& options) {
  const c10::ScalarType type = options.dtype().toScalarType();
  MODECHECK_CHECK(c10::isFloatingType(type), ErrorClass::Dtype, name, " expects floating point dtypes, got: ", type);
  return options.dtype(type).requires_grad(c10::nullopt);
}

// Computes a window from its value at each position. For a periodic window one more element is computed and then left
// out.
template <typename Value>
Tensor window(const char* name, std::int64_t length, bool periodic, const TensorOptions& options, Value value) {
  const TensorOptions made = with_dtype(name, options);
  MODECHECK_CHECK(length >= 0, ErrorClass::Argument, name,
                  " requires non-negative window_length, got window_length=", length);
  if (length <= 1) return at::ones(length, made);
  // Adding one to the largest int64 would overflow. empty() rejects that length anyway, so the length is passed on
  // unchanged.
  const bool longer = periodic && length < std::numeric_limits<std::int64_t>::max();
  const std::int64_t places = longer ? length + 1 : length;
  const Tensor numbers = at::empty(places, c10::kDouble);
  for (std::int64_t i = 0; i < places && numbers.has_bytes(); ++i)
    numbers.data_ptr<double>()[i] = value(static_cast<double>(i), static_cast<double>(places - 1));
  const Tensor out = numbers.to(made.device(), made.dtype().toScalarType());
  return periodic ? out.narrow(0, 0, length) : out;
}

constexpr double kTurn = 2 * 3.14159265358979323846;

}  // namespace

Tensor fft_fftn(const Tensor& self, c10::OptionalIntArrayRef s, c10::OptionalIntArrayRef dim, Norm norm) {
  return traced_composite<operators::fft_fftn>(
      [&]() -> Tensor { return complex_transform("fftn", self, s, dim, norm, /*forward=*/true); }, self, s, dim, norm);
}
Tensor fft_ifftn(const Tensor& self, c10::OptionalIntArrayRef s, c10::OptionalIntArrayRef dim, Norm norm) {
  return traced_composite<operators::fft_ifftn>(
      [&]() -> Tensor { return complex_transform("ifftn", self, s, dim, norm, /*forward=*/false); }, self, s, dim,
      norm);
}

Tensor fft_rfftn(const Tensor& self, c10::OptionalIntArrayRef s, c10::OptionalIntArrayRef dim, Norm norm) {
  constexpr const char* name = "rfftn";
  MODECHECK_CHECK(!self.is_complex(), ErrorClass::Dtype, name, " expects a real-valued input tensor, but got ",
                  self.scalar_type());
  const Plan plan = planned(name, self, s, dim);
  MODECHECK_CHECK(!plan.dims.empty(), ErrorClass::Argument, name, " must transform at least one axis");
  const Tensor input = resized(transformable(name, self, /*complex=*/false), plan);
  return at::_fft_r2c(input, plan.dims, normalization_of(name, norm, /*forward=*/true), /*onesided=*/true);
}

Tensor fft_irfftn(const Tensor& self, c10::OptionalIntArrayRef s, c10::OptionalIntArrayRef dim, Norm norm) {
  sizes_as_numbers("fft_irfftn", self);
  constexpr const char* name = "irfftn";
  Plan plan = planned(name, self, s, dim);
  MODECHECK_CHECK(!plan.dims.empty(), ErrorClass::Argument, name, " must transform at least one axis");
  // The length n of a real signal cannot be told from the size of its half spectrum, n / 2 + 1. Without a given length
  // n is therefore even.
  const bool stated = s.has_value() && s->back() != -1;
  const std::int64_t last = stated ? s->back() : 2 * (self.size(plan.dims.back()) - 1);
  MODECHECK_CHECK(last >= 1, ErrorClass::Argument, name, ": Invalid number of data points (", last, ") specified");
  plan.lengths.back() = last / 2 + 1;
  const Tensor input = resized(transformable(name, self, /*complex=*/true), plan);
  return at::_fft_c2r(input, plan.dims, normalization_of(name, norm, /*forward=*/false), last);
}

Tensor fft_fft2(const Tensor& self, c10::OptionalIntArrayRef s, c10::IntArrayRef dim, Norm norm) {
  return traced_composite<operators::fft_fft2>([&]() -> Tensor { return at::fft_fftn(self, s, dim, norm); }, self, s,
                                               dim, norm);
}
Tensor fft_ifft2(const Tensor& self, c10::OptionalIntArrayRef s, c10::IntArrayRef dim, Norm norm) {
  return traced_composite<operators::fft_ifft2>([&]() -> Tensor { return at::fft_ifftn(self, s, dim, norm); }, self, s,
                                                dim, norm);
}
Tensor fft_rfft2(const Tensor& self, c10::OptionalIntArrayRef s, c10::IntArrayRef dim, Norm norm) {
  return at::fft_rfftn(self, s, dim, norm);
}
Tensor fft_irfft2(const Tensor& self, c10::OptionalIntArrayRef s, c10::IntArrayRef dim, Norm norm) {
  return at::fft_irfftn(self, s, dim, norm);
}

Tensor fft_hfft(const Tensor& self, c10::optional<std::int64_t> n, std::int64_t dim, Norm norm) {
  return torch::fft::hfft(self, n, dim, norm);
}
Tensor fft_ihfft(const Tensor& self, c10::optional<std::int64_t> n, std::int64_t dim, Norm norm) {
  return torch::fft::ihfft(self, n, dim, norm);
}

Tensor fft_fftfreq(std::int64_t n, double d, TensorOptions options) {
  const c10::ScalarType type = options.dtype().toScalarType();
  MODECHECK_CHECK(c10::isDifferentiableType(type), ErrorClass::Dtype,
                  "fftfreq requires a floating point or complex dtype, but got ", type);
  const Tensor places = at::arange(n, options.dtype(type));
  // The second half of the frequencies is negative.
  return places.sub(places.ge((n + 1) / 2).to(type).mul(static_cast<double>(n)))
      .mul(1.0 / (static_cast<double>(n) * d));
}
Tensor fft_rfftfreq(std::int64_t n, double d, TensorOptions options) {
  const c10::ScalarType type = options.dtype().toScalarType();
  MODECHECK_CHECK(c10::isDifferentiableType(type), ErrorClass::Dtype,
                  "rfftfreq requires a floating point or complex dtype, but got ", type);
  return at::arange(n / 2 + 1, options.dtype(type)).mul(1.0 / (static_cast<double>(n) * d));
}
Tensor fft_fftshift(const Tensor& self, c10::OptionalIntArrayRef dim) {
  return traced_composite<operators::fft_fftshift>(
      [&]() -> Tensor { return shifted("fftshift", self, dim, /*back=*/false); }, self, dim);
}
Tensor fft_ifftshift(const Tensor& self, c10::OptionalIntArrayRef dim) {
  return traced_composite<operators::fft_ifftshift>(
      [&]() -> Tensor { return shifted("ifftshift", self, dim, /*back=*/true); }, self, dim);
}

#define MODECHECK_PERIODIC(name)                                   \
  Tensor name(std::int64_t window_length, TensorOptions options) { \
    return at::name(window_length, /*periodic=*/true, options);    \
  }
MODECHECK_FOR_EACH(MODECHECK_PERIODIC, (), hann_window, hamming_window, bartlett_window, blackman_window, kaiser_window)
#undef MODECHECK_PERIODIC

Tensor hann_window(std::int64_t window_length, bool periodic, TensorOptions options) {
  return window("hann_window", window_length, periodic, options,
                [](double i, double last) { return 0.5 - 0.5 * std::cos(kTurn * i / last); });
}
Tensor hamming_window(std::int64_t window_length, bool periodic, TensorOptions options) {
  return at::hamming_window(window_length, periodic, /*alpha=*/0.54, options);
}
Tensor hamming_window(std::int64_t window_length, bool periodic, double alpha, TensorOptions options) {
  return at::hamming_window(window_length, periodic, alpha, /*beta=*/0.46, options);
}
Tensor hamming_window(std::int64_t window_length, bool periodic, double alpha, double beta, TensorOptions options) {
  return window("hamming_window", window_length, periodic, options,
                [=](double i, double last) { return alpha - beta * std::cos(kTurn * i / last); });
}
Tensor bartlett_window(std::int64_t window_length, bool periodic, TensorOptions options) {
  return window("bartlett_window", window_length, periodic, options,
                [](double i, double last) { return 1 - std::fabs(2 * i / last - 1); });
}
Tensor blackman_window(std::int64_t window_length, bool periodic, TensorOptions options) {
  return window("blackman_window", window_length, periodic, options, [](double i, double last) {
    return 0.42 - 0.5 * std::cos(kTurn * i / last) + 0.08 * std::cos(2 * kTurn * i / last);
  });
}
Tensor kaiser_window(std::int64_t window_length, bool periodic, TensorOptions options) {
  return at::kaiser_window(window_length, periodic, /*beta=*/12.0, options);
}
Tensor kaiser_window(std::int64_t window_length, bool periodic, double beta, TensorOptions options) {
  return window("kaiser_window", window_length, periodic, options, [=](double i, double last) {
    const double off = 2 * i / last - 1;
    return std::cyl_bessel_i(0.0, beta * std::sqrt(std::max(0.0, 1 - off * off))) / std::cyl_bessel_i(0.0, beta);
  });
}

}  // namespace modecheck_v1
}  // namespace at
