// Declares Fourier transforms as functions in at::.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// These functions compute Fourier transforms along one dimension. The input is truncated or padded with zeros to `n`
// elements. irfft uses n / 2 + 1 input elements, and by default assumes an even n. `norm` is "backward", "ortho" or
// "forward".
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
