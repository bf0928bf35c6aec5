#include "engine/ops/spectrum_functions.h"

#include <algorithm>
#include <vector>

#include "engine/core/default_dtype.h"
#include "engine/dispatch/call.h"
#include "engine/ops/tensor_functions.h"
#include "spec/operators/spectrum.h"

namespace at {
inline namespace modecheck_v1 {

using namespace modecheck::engine;  // NOLINT: this file implements the engine's part of a libtorch name

namespace {

// The dimension, counted from the front.
std::int64_t dimension(const char* name, const Tensor& self, std::int64_t dim) {
  const std::int64_t range = std::max<std::int64_t>(self.dim(), 1);
  MODECHECK_CHECK(dim >= -range && dim < range, ErrorClass::Dimension, name, ": dimension ", dim,
                  " is out of range for a tensor of ", self.dim(), " dimensions");
  MODECHECK_CHECK(self.dim() > 0, ErrorClass::Argument, name, ": expected a tensor of at least one dimension");
  return dim < 0 ? dim + self.dim() : dim;
}

// Integers become numbers of the default dtype; `complex`: and real ones complex.
Tensor promoted(const char* name, const Tensor& self, bool complex) {
  c10::ScalarType type = self.scalar_type();
  if (!c10::isDifferentiableType(type)) type = c10::get_default_dtype_as_scalartype();
  MODECHECK_CHECK(c10::isComplexType(type) || type == c10::kFloat || type == c10::kDouble, ErrorClass::Dtype, name,
                  ": Unsupported dtype ", type);
  if (complex && type == c10::kFloat) type = c10::kComplexFloat;
  if (complex && type == c10::kDouble) type = c10::kComplexDouble;
  return self.to(type);
}

// Cut, or continued with zeros.
Tensor resized(const char* name, const Tensor& self, std::int64_t dim, std::int64_t n) {
  MODECHECK_CHECK(n >= 1, ErrorClass::Argument, name, ": expected at least one element, but got ", n);
  const std::int64_t old = self.size(dim);
  if (old == n) return self;
  if (old > n) return self.narrow(dim, 0, n);
  std::vector<std::int64_t> pad(static_cast<std::size_t>(2 * (self.dim() - dim)), 0);
  pad.back() = n - old;
  return constant_pad_nd(self, pad, 0);
}

std::int64_t normalization(const char* name, c10::optional<std::string_view> norm, bool forward) {
  const std::string_view mode = norm.value_or("backward");
  if (mode == "backward") return forward ? 0 : 2;
  if (mode == "forward") return forward ? 2 : 0;
  MODECHECK_CHECK(mode == "ortho", ErrorClass::Argument, name,
                  ": invalid normalization mode; expected \"backward\", "
                  "\"ortho\" or \"forward\"");
  return 1;
}

Tensor complex_transform(const char* name, const Tensor& self, c10::optional<std::int64_t> n, std::int64_t dim,
                         c10::optional<std::string_view> norm, bool forward) {
  const std::int64_t along = dimension(name, self, dim);
  const std::int64_t scaled = normalization(name, norm, forward);
  // Forwards a real one has a transform of its own.
  const bool real = forward && !self.is_complex();
  const Tensor input = resized(name, promoted(name, self, !real), along, n.value_or(self.size(along)));
  return real ? _fft_r2c(input, along, scaled, /*onesided=*/false) : _fft_c2c(input, along, scaled, forward);
}

}  // namespace

Tensor _fft_r2c(const Tensor& self, c10::IntArrayRef dim, std::int64_t normalization, bool onesided) {
  return call<operators::_fft_r2c>(self, dim, normalization, onesided);
}

Tensor _fft_c2r(const Tensor& self, c10::IntArrayRef dim, std::int64_t normalization, std::int64_t last_dim_size) {
  return call<operators::_fft_c2r>(self, dim, normalization, last_dim_size);
}

Tensor _fft_c2c(const Tensor& self, c10::IntArrayRef dim, std::int64_t normalization, bool forward) {
  return call<operators::_fft_c2c>(self, dim, normalization, forward);
}

Tensor fft_fft(const Tensor& self, c10::optional<std::int64_t> n, std::int64_t dim,
               c10::optional<std::string_view> norm) {
  return complex_transform("fft", self, n, dim, norm, /*forward=*/true);
}

Tensor fft_ifft(const Tensor& self, c10::optional<std::int64_t> n, std::int64_t dim,
                c10::optional<std::string_view> norm) {
  return complex_transform("ifft", self, n, dim, norm, /*forward=*/false);
}

Tensor fft_rfft(const Tensor& self, c10::optional<std::int64_t> n, std::int64_t dim,
                c10::optional<std::string_view> norm) {
  constexpr const char* name = "rfft";
  MODECHECK_CHECK(!c10::isComplexType(self.scalar_type()), ErrorClass::Dtype, name,
                  ": expected a real input tensor, but got ", self.scalar_type());
  const std::int64_t along = dimension(name, self, dim);
  const Tensor input = resized(name, promoted(name, self, /*complex=*/false), along, n.value_or(self.size(along)));
  return _fft_r2c(input, along, normalization(name, norm, /*forward=*/true), /*onesided=*/true);
}

Tensor fft_irfft(const Tensor& self, c10::optional<std::int64_t> n, std::int64_t dim,
                 c10::optional<std::string_view> norm) {
  constexpr const char* name = "irfft";
  const std::int64_t along = dimension(name, self, dim);
  const std::int64_t length = n.value_or(2 * (self.size(along) - 1));
  MODECHECK_CHECK(length >= 1, ErrorClass::Argument, name, ": invalid number of data points (", length, ") specified");
  const Tensor input = resized(name, promoted(name, self, /*complex=*/true), along, length / 2 + 1);
  return _fft_c2r(input, along, normalization(name, norm, /*forward=*/false), length);
}

}  // namespace modecheck_v1
}  // namespace at
