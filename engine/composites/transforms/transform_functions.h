// Fourier transforms along several dimensions, what comes with them, and windows, as functions in at::.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/core/tensor/tensor.h"
#include "engine/core/tensor/tensor_options.h"

namespace at {
inline namespace modecheck_v1 {

// Along the dimensions `dim`, all of them or the last as many as `s` has; `s` elements are transformed along each, -1
// for those that there are. `norm`: "backward", "ortho" or "forward". The rfft family is of real numbers, and its last
// dimension has the half that says all.
Tensor fft_fftn(const Tensor& self, c10::OptionalIntArrayRef s = c10::nullopt,
                c10::OptionalIntArrayRef dim = c10::nullopt, c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_ifftn(const Tensor& self, c10::OptionalIntArrayRef s = c10::nullopt,
                 c10::OptionalIntArrayRef dim = c10::nullopt, c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_rfftn(const Tensor& self, c10::OptionalIntArrayRef s = c10::nullopt,
                 c10::OptionalIntArrayRef dim = c10::nullopt, c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_irfftn(const Tensor& self, c10::OptionalIntArrayRef s = c10::nullopt,
                  c10::OptionalIntArrayRef dim = c10::nullopt, c10::optional<std::string_view> norm = c10::nullopt);
// Along two.
Tensor fft_fft2(const Tensor& self, c10::OptionalIntArrayRef s = c10::nullopt, c10::IntArrayRef dim = {-2, -1},
                c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_ifft2(const Tensor& self, c10::OptionalIntArrayRef s = c10::nullopt, c10::IntArrayRef dim = {-2, -1},
                 c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_rfft2(const Tensor& self, c10::OptionalIntArrayRef s = c10::nullopt, c10::IntArrayRef dim = {-2, -1},
                 c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_irfft2(const Tensor& self, c10::OptionalIntArrayRef s = c10::nullopt, c10::IntArrayRef dim = {-2, -1},
                  c10::optional<std::string_view> norm = c10::nullopt);
// Of a half-Hermitian signal, whose transform is real, and back from a real one.
Tensor fft_hfft(const Tensor& self, c10::optional<std::int64_t> n = c10::nullopt, std::int64_t dim = -1,
                c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_ihfft(const Tensor& self, c10::optional<std::int64_t> n = c10::nullopt, std::int64_t dim = -1,
                 c10::optional<std::string_view> norm = c10::nullopt);
// The frequencies of `n` samples at a distance; zero frequency in the middle, and back.
Tensor fft_fftfreq(std::int64_t n, double d = 1.0, TensorOptions options = {});
Tensor fft_rfftfreq(std::int64_t n, double d = 1.0, TensorOptions options = {});
Tensor fft_fftshift(const Tensor& self, c10::OptionalIntArrayRef dim = c10::nullopt);
Tensor fft_ifftshift(const Tensor& self, c10::OptionalIntArrayRef dim = c10::nullopt);

// Windows of floating numbers; `periodic` ones continue themselves.
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
