#include "engine/composites/transforms/spectrum_functions.h"

#include <algorithm>
#include <vector>

#include "engine/api/generated/functions.h"
#include "engine/composites/transforms/transform_input.h"
#include "engine/dispatch/call.h"
#include "engine/tracing/sizes_as_numbers.h"
#include "engine/tracing/traced_composite.h"
#include "spec/operators/composites.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

// Returns `dim` counted from the front. Raises for a tensor without dimensions.
std::int64_t dimension(const char* name, const Tensor& self, std::int64_t dim) {
  const std::int64_t range = std::max<std::int64_t>(self.dim(), 1);
  MODECHECK_CHECK(dim >= -range && dim < range, ErrorClass::Dimension, name, ": dimension ", dim,
                  " is out of range for a tensor of ", self.dim(), " dimensions");
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Argument, name, ": expected a tensor of at least one dimension");
  return dim < 0 ? dim + self.dim() : dim;
}

// Truncates the dimension to `n` elements or pads it with zeros.
Tensor resized(const char* name, const Tensor& self, std::int64_t dim, std::int64_t n) {
  sizes_as_numbers(name, self);
  MODECHECK_CHECK(n >= 1, ErrorClass::Argument, name, ": expected at least one element, but got ", n);
  const std::int64_t old = self.size(dim);
  if (old == n) return self;
  if (old > n) return self.narrow(dim, 0, n);
  std::vector<std::int64_t> pad(static_cast<std::size_t>(2 * self.dim()), 0);
  pad[static_cast<std::size_t>(2 * (self.dim() - dim) - 1)] = n - old;
  return constant_pad_nd(self, pad, 0);
}

Tensor complex_transform(const char* name, const Tensor& self, c10::optional<std::int64_t> n, std::int64_t dim,
                         c10::optional<std::string_view> norm, bool forward) {
  sizes_as_numbers(name, self);
  const Tensor numbers = transformable(name, self, /*complex=*/false);
  const std::int64_t along = dimension(name, numbers, dim);
  const Tensor input = resized(name, numbers, along, n.value_or(self.size(along)));
  const std::int64_t scaled = normalization_of(name, norm, forward);
  // libtorch also transforms a real input with _fft_r2c, so grad_fn has the same name here.
  if (forward && !self.is_complex()) return _fft_r2c(input, along, scaled, /*onesided=*/false);
  return _fft_c2c(transformable(name, input, /*complex=*/true), along, scaled, forward);
}

}  // namespace

Tensor fft_fft(const Tensor& self, c10::optional<std::int64_t> n, std::int64_t dim,
               c10::optional<std::string_view> norm) {
  return traced_composite<operators::fft_fft>(
      [&]() -> Tensor { return complex_transform("fft", self, n, dim, norm, /*forward=*/true); }, self, n, dim, norm);
}

Tensor fft_ifft(const Tensor& self, c10::optional<std::int64_t> n, std::int64_t dim,
                c10::optional<std::string_view> norm) {
  return traced_composite<operators::fft_ifft>(
      [&]() -> Tensor { return complex_transform("ifft", self, n, dim, norm, /*forward=*/false); }, self, n, dim, norm);
}

Tensor fft_rfft(const Tensor& self, c10::optional<std::int64_t> n, std::int64_t dim,
                c10::optional<std::string_view> norm) {
  return traced_composite<operators::fft_rfft>(
      [&]() -> Tensor {
        constexpr const char* name = "rfft";
        MODECHECK_CHECK(!c10::isComplexType(self.scalar_type()), ErrorClass::Dtype, name,
                        ": expected a real input tensor, but got ", self.scalar_type());
        const Tensor numbers = transformable(name, self, /*complex=*/false);
        const std::int64_t along = dimension(name, numbers, dim);
        const Tensor input = resized(name, numbers, along, n.value_or(self.size(along)));
        return _fft_r2c(input, along, normalization_of(name, norm, /*forward=*/true), /*onesided=*/true);
      },
      self, n, dim, norm);
}

Tensor fft_irfft(const Tensor& self, c10::optional<std::int64_t> n, std::int64_t dim,
                 c10::optional<std::string_view> norm) {
  return traced_composite<operators::fft_irfft>(
      [&]() -> Tensor {
        constexpr const char* name = "irfft";
        const Tensor numbers = transformable(name, self, /*complex=*/true);
        const std::int64_t along = dimension(name, numbers, dim);
        const std::int64_t length = n.value_or(2 * (self.size(along) - 1));
        MODECHECK_CHECK(length >= 1, ErrorClass::Argument, name, ": invalid number of data points (", length,
                        ") specified");
        const Tensor input = resized(name, numbers, along, length / 2 + 1);
        return _fft_c2r(input, along, normalization_of(name, norm, /*forward=*/false), length);
      },
      self, n, dim, norm);
}

}  // namespace modecheck_v1
}  // namespace at
