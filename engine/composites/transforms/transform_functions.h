// Functions in at:: for Fourier transforms along several dimensions, their frequencies and shifts, and window
// functions.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/core/tensor/tensor.h"
#include "engine/core/tensor/tensor_options.h"

namespace at {
inline namespace modecheck_v1 {

// These functions compute Fourier transforms along the dimensions `dim`. By default these are all dimensions, or the
// last ones if `s` is given. `s` has the number of elements to transform along each dimension; -1 keeps the present
// size. `norm` is "backward", "ortho" or "forward". The rfft functions transform real numbers and keep the nonredundant
// half of the last dimension.
Tensor fft_fftn(const Tensor& self, c10::OptionalIntArrayRef s = c10::nullopt,
                c10::OptionalIntArrayRef dim = c10::nullopt, c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_ifftn(const Tensor& self, c10::OptionalIntArrayRef s = c10::nullopt,
                 c10::OptionalIntArrayRef dim = c10::nullopt, c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_rfftn(const Tensor& self, c10::OptionalIntArrayRef s = c10::nullopt,
                 c10::OptionalIntArrayRef dim = c10::nullopt, c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_irfftn(const Tensor& self, c10::OptionalIntArrayRef s = c10::nullopt,
                  c10::OptionalIntArrayRef dim = c10::nullopt, c10::optional<std::string_view> norm = c10::nullopt);
// These functions do the same along two dimensions, by default the last two.
Tensor fft_fft2(const Tensor& self, c10::OptionalIntArrayRef s = c10::nullopt, c10::IntArrayRef dim = {-2, -1},
                c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_ifft2(const Tensor& self, c10::OptionalIntArrayRef s = c10::nullopt, c10::IntArrayRef dim = {-2, -1},
                 c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_rfft2(const Tensor& self, c10::OptionalIntArrayRef s = c10::nullopt, c10::IntArrayRef dim = {-2, -1},
                 c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_irfft2(const Tensor& self, c10::OptionalIntArrayRef s = c10::nullopt, c10::IntArrayRef dim = {-2, -1},
                  c10::optional<std::string_view> norm = c10::nullopt);
// fft_hfft transforms the first half of a Hermitian signal to a real signal; fft_ihfft is the inverse of fft_hfft.
Tensor fft_hfft(const Tensor& self, c10::optional<std::int64_t> n = c10::nullopt, std::int64_t dim = -1,
                c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_ihfft(const Tensor& self, c10::optional<std::int64_t> n = c10::nullopt, std::int64_t dim = -1,
                 c10::optional<std::string_view> norm = c10::nullopt);
// fft_fftfreq returns the frequencies of a transform of `n` samples at distance `d`, and fft_rfftfreq those that are
// not negative. fft_fftshift moves frequency zero to the middle of each dimension, and fft_ifftshift reverses that.
Tensor fft_fftfreq(std::int64_t n, double d = 1.0, TensorOptions options = {});
Tensor fft_rfftfreq(std::int64_t n, double d = 1.0, TensorOptions options = {});
Tensor fft_fftshift(const Tensor& self, c10::OptionalIntArrayRef dim = c10::nullopt);
Tensor fft_ifftshift(const Tensor& self, c10::OptionalIntArrayRef dim = c10::nullopt);

// Window functions with a floating-point dtype. A periodic window continues itself when it is repeated.
Tensor hann_window(std::int64_t window_length, TensorOptions options = {});
Tensor hann_window(std::int64_t window_length, bool periodic, TensorOptions options = {});
Tensor hamming_window(std::int64_t window_length, TensorOptions options = {});
Tensor hamming_window(std::int64_t window_length, bool periodic, TensorOptions options = {});
Tensor hamming_window(std::int64_t window_length, bool periodic, double alpha, TensorOptions options = {});
Tensor hamming_window(std::int64_t window_length, bool periodic, double alpha, double beta, TensorOptions options = {});
Tensor bartlett_window(std::int64_t window_length, TensorOptions options = {});
Tensor bartlett_window(std::int64_t window_length, bool periodic, TensorOptions options = {});
Tensor blackman_window(std::int64_t window_length, TensorOptions options = {});
Tensor blackman_window(std::int64_t window_length, bool periodic, TensorOptions options = {});
Tensor kaiser_window(std::int64_t window_length, TensorOptions options = {});
Tensor kaiser_window(std::int64_t window_length, bool periodic, TensorOptions options = {});
Tensor kaiser_window(std::int64_t window_length, bool periodic, double beta, TensorOptions options = {});

}  // namespace modecheck_v1
}  // namespace at
