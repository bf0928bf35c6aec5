// Fourier transforms as functions in at::.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Transform along the dimensions in `dim`, counted from the front. `normalization` is 0 for none, 1 to divide by the
// root of the number of elements, and 2 to divide by their number. _fft_r2c transforms real to complex numbers; with
// `onesided` it keeps only the nonredundant half of the last listed dimension. _fft_c2r transforms that half back to
// `last_dim_size` real numbers. _fft_c2c transforms complex numbers in either direction.
Tensor _fft_r2c(const Tensor& self, c10::IntArrayRef dim, std::int64_t normalization, bool onesided);
Tensor _fft_c2r(const Tensor& self, c10::IntArrayRef dim, std::int64_t normalization, std::int64_t last_dim_size);
Tensor _fft_c2c(const Tensor& self, c10::IntArrayRef dim, std::int64_t normalization, bool forward);

// Transform along one dimension. The input is truncated or padded with zeros to `n` elements. irfft uses n / 2 + 1
// input elements, and by default assumes an even n. `norm` is "backward", "ortho" or "forward".
Tensor fft_fft(const Tensor& self, c10::optional<std::int64_t> n = c10::nullopt, std::int64_t dim = -1,
               c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_ifft(const Tensor& self, c10::optional<std::int64_t> n = c10::nullopt, std::int64_t dim = -1,
                c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_rfft(const Tensor& self, c10::optional<std::int64_t> n = c10::nullopt, std::int64_t dim = -1,
                c10::optional<std::string_view> norm = c10::nullopt);
Tensor fft_irfft(const Tensor& self, c10::optional<std::int64_t> n = c10::nullopt, std::int64_t dim = -1,
                 c10::optional<std::string_view> norm = c10::nullopt);

}  // namespace modecheck_v1
}  // namespace at
