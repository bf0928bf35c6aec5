// Declares further overloads of functions that other headers of this folder declare. Most are factories that take
// dtype, layout, device and pin_memory as separate arguments, as the dispatcher does. The rest are other overloads that
// libtorch declares.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "engine/api/composed_functions.h"
#include "engine/api/factories.h"
#include "engine/api/generated/functions.h"
#include "engine/api/like_factories.h"
#include "engine/api/number_factories.h"
#include "engine/api/random_factories.h"
#include "engine/composites/arrangement_functions.h"
#include "engine/composites/neural_functions.h"
#include "engine/composites/random_functions.h"
#include "engine/composites/transforms/transform_functions.h"

namespace at {
inline namespace modecheck_v1 {

namespace detail {
inline TensorOptions options_of(c10::optional<c10::ScalarType> dtype, c10::optional<c10::Layout> layout,
                                c10::optional<c10::Device> device, c10::optional<bool> pin_memory) {
  return TensorOptions().dtype(dtype).layout(layout).device(device).pinned_memory(pin_memory);
}
}  // namespace detail

// Macros for the parameters with which these factories end, and for the TensorOptions that are made from such
// parameters.
#define MODECHECK_SEPARATE                                                                                    \
  c10::optional<c10::ScalarType> dtype, c10::optional<c10::Layout> layout, c10::optional<c10::Device> device, \
      c10::optional<bool> pin_memory
#define MODECHECK_PACKED detail::options_of(dtype, layout, device, pin_memory)
#define MODECHECK_FORMAT c10::optional<c10::MemoryFormat> memory_format
#define MODECHECK_GENERATOR c10::optional<Generator> generator

inline Tensor empty(c10::IntArrayRef size, MODECHECK_SEPARATE, MODECHECK_FORMAT) {
  return empty(size, MODECHECK_PACKED, memory_format);
}
inline Tensor zeros(c10::IntArrayRef size, MODECHECK_SEPARATE) { return zeros(size, MODECHECK_PACKED); }
inline Tensor ones(c10::IntArrayRef size, MODECHECK_SEPARATE) { return ones(size, MODECHECK_PACKED); }
inline Tensor rand(c10::IntArrayRef size, MODECHECK_SEPARATE) { return rand(size, MODECHECK_PACKED); }
inline Tensor randn(c10::IntArrayRef size, MODECHECK_SEPARATE) { return randn(size, MODECHECK_PACKED); }
inline Tensor rand(c10::IntArrayRef size, MODECHECK_GENERATOR, MODECHECK_SEPARATE) {
  return rand(size, generator, MODECHECK_PACKED);
}
inline Tensor randn(c10::IntArrayRef size, MODECHECK_GENERATOR, MODECHECK_SEPARATE) {
  return randn(size, generator, MODECHECK_PACKED);
}
inline Tensor full(c10::IntArrayRef size, const c10::Scalar& fill_value, MODECHECK_SEPARATE) {
  return full(size, fill_value, MODECHECK_PACKED);
}
inline Tensor arange(const c10::Scalar& end, MODECHECK_SEPARATE) { return arange(end, MODECHECK_PACKED); }
inline Tensor arange(const c10::Scalar& start, const c10::Scalar& end, MODECHECK_SEPARATE) {
  return arange(start, end, MODECHECK_PACKED);
}
inline Tensor arange(const c10::Scalar& start, const c10::Scalar& end, const c10::Scalar& step, MODECHECK_SEPARATE) {
  return arange(start, end, step, MODECHECK_PACKED);
}
inline Tensor eye(std::int64_t n, MODECHECK_SEPARATE) { return eye(n, MODECHECK_PACKED); }
inline Tensor eye(std::int64_t n, std::int64_t m, MODECHECK_SEPARATE) { return eye(n, m, MODECHECK_PACKED); }
inline Tensor linspace(const c10::Scalar& start, const c10::Scalar& end, std::int64_t steps, MODECHECK_SEPARATE) {
  return linspace(start, end, steps, MODECHECK_PACKED);
}
inline Tensor logspace(const c10::Scalar& start, const c10::Scalar& end, std::int64_t steps, double base,
                       MODECHECK_SEPARATE) {
  return logspace(start, end, steps, base, MODECHECK_PACKED);
}
inline Tensor scalar_tensor(const c10::Scalar& value, MODECHECK_SEPARATE) {
  return scalar_tensor(value, MODECHECK_PACKED);
}
inline Tensor empty_strided(c10::IntArrayRef size, c10::IntArrayRef stride, MODECHECK_SEPARATE) {
  return empty_strided(size, stride, MODECHECK_PACKED);
}
inline Tensor tril_indices(std::int64_t row, std::int64_t col, std::int64_t offset, MODECHECK_SEPARATE) {
  return tril_indices(row, col, offset, MODECHECK_PACKED);
}
inline Tensor triu_indices(std::int64_t row, std::int64_t col, std::int64_t offset, MODECHECK_SEPARATE) {
  return triu_indices(row, col, offset, MODECHECK_PACKED);
}
inline Tensor randperm(std::int64_t n, MODECHECK_SEPARATE) { return randperm(n, MODECHECK_PACKED); }
inline Tensor randperm(std::int64_t n, MODECHECK_GENERATOR, MODECHECK_SEPARATE) {
  return randperm(n, generator, MODECHECK_PACKED);
}
inline Tensor randint(std::int64_t high, c10::IntArrayRef size, MODECHECK_SEPARATE) {
  return randint(high, size, MODECHECK_PACKED);
}
inline Tensor randint(std::int64_t low, std::int64_t high, c10::IntArrayRef size, MODECHECK_SEPARATE) {
  return randint(low, high, size, MODECHECK_PACKED);
}
inline Tensor randint(std::int64_t high, c10::IntArrayRef size, MODECHECK_GENERATOR, MODECHECK_SEPARATE) {
  return randint(high, size, generator, MODECHECK_PACKED);
}
inline Tensor randint(std::int64_t low, std::int64_t high, c10::IntArrayRef size, MODECHECK_GENERATOR,
                      MODECHECK_SEPARATE) {
  return randint(low, high, size, generator, MODECHECK_PACKED);
}
inline Tensor normal(double mean, double std, c10::IntArrayRef size, MODECHECK_GENERATOR, MODECHECK_SEPARATE) {
  return normal(mean, std, size, generator, MODECHECK_PACKED);
}

inline Tensor empty_like(const Tensor& self, MODECHECK_SEPARATE, MODECHECK_FORMAT) {
  return empty_like(self, MODECHECK_PACKED, memory_format);
}
inline Tensor zeros_like(const Tensor& self, MODECHECK_SEPARATE, MODECHECK_FORMAT) {
  return zeros_like(self, MODECHECK_PACKED, memory_format);
}
inline Tensor ones_like(const Tensor& self, MODECHECK_SEPARATE, MODECHECK_FORMAT) {
  return ones_like(self, MODECHECK_PACKED, memory_format);
}
inline Tensor rand_like(const Tensor& self, MODECHECK_SEPARATE, MODECHECK_FORMAT) {
  return rand_like(self, MODECHECK_PACKED, memory_format);
}
inline Tensor full_like(const Tensor& self, const c10::Scalar& fill_value, MODECHECK_SEPARATE, MODECHECK_FORMAT) {
  return full_like(self, fill_value, MODECHECK_PACKED, memory_format);
}

inline Tensor fft_fftfreq(std::int64_t n, double d, MODECHECK_SEPARATE) { return fft_fftfreq(n, d, MODECHECK_PACKED); }
inline Tensor fft_rfftfreq(std::int64_t n, double d, MODECHECK_SEPARATE) {
  return fft_rfftfreq(n, d, MODECHECK_PACKED);
}
#define MODECHECK_WINDOW(name)                                                                                         \
  inline Tensor name(std::int64_t window_length, MODECHECK_SEPARATE) { return name(window_length, MODECHECK_PACKED); } \
  inline Tensor name(std::int64_t window_length, bool periodic, MODECHECK_SEPARATE) {                                  \
    return name(window_length, periodic, MODECHECK_PACKED);                                                            \
  }
MODECHECK_WINDOW(hann_window)
MODECHECK_WINDOW(hamming_window)
MODECHECK_WINDOW(bartlett_window)
MODECHECK_WINDOW(blackman_window)
MODECHECK_WINDOW(kaiser_window)
#undef MODECHECK_WINDOW
inline Tensor hamming_window(std::int64_t window_length, bool periodic, double alpha, MODECHECK_SEPARATE) {
  return hamming_window(window_length, periodic, alpha, MODECHECK_PACKED);
}
inline Tensor hamming_window(std::int64_t window_length, bool periodic, double alpha, double beta, MODECHECK_SEPARATE) {
  return hamming_window(window_length, periodic, alpha, beta, MODECHECK_PACKED);
}
inline Tensor kaiser_window(std::int64_t window_length, bool periodic, double beta, MODECHECK_SEPARATE) {
  return kaiser_window(window_length, periodic, beta, MODECHECK_PACKED);
}

#undef MODECHECK_GENERATOR
#undef MODECHECK_FORMAT
#undef MODECHECK_PACKED
#undef MODECHECK_SEPARATE

// Splits into parts of the given sizes, as split_with_sizes does.
inline std::vector<Tensor> split(const Tensor& self, c10::IntArrayRef split_size, std::int64_t dim = 0) {
  return split_with_sizes(self, split_size, dim);
}
inline bool is_same_size(const Tensor& self, const Tensor& other) { return self.is_same_size(other); }

// These overloads return the variance or the standard deviation along one dimension. Without them an integer argument
// would convert to bool and select the overload with the parameter `unbiased`.
#define MODECHECK_ALONG_ONE(name)                                                                           \
  template <typename Dimension,                                                                             \
            typename = std::enable_if_t<std::is_integral_v<Dimension> && !std::is_same_v<Dimension, bool>>> \
  auto name(const Tensor& self, Dimension dim) {                                                            \
    return at::name(self, c10::OptionalIntArrayRef(static_cast<std::int64_t>(dim)), true);                  \
  }
MODECHECK_ALONG_ONE(var)
MODECHECK_ALONG_ONE(std)
MODECHECK_ALONG_ONE(var_mean)
MODECHECK_ALONG_ONE(std_mean)
#undef MODECHECK_ALONG_ONE

// Resizes images to `output_size`. If scale factors are given too, both must be given and must result in that size;
// otherwise this raises Unsupported. As in libtorch, given factors determine the positions at which the image is
// sampled.
Tensor upsample_nearest2d(const Tensor& self, c10::IntArrayRef output_size,
                          c10::optional<double> scales_h = c10::nullopt, c10::optional<double> scales_w = c10::nullopt);
Tensor upsample_bilinear2d(const Tensor& self, c10::IntArrayRef output_size, bool align_corners,
                           c10::optional<double> scales_h = c10::nullopt,
                           c10::optional<double> scales_w = c10::nullopt);

}  // namespace modecheck_v1
}  // namespace at
