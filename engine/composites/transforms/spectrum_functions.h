// Fourier transforms as functions in at::.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/core/tensor/tensor.h"

namespace at {
inline namespace modecheck_v1 {

// Along one dimension. `n` elements are transformed: the input is cut or continued with zeros (irfft: n / 2 + 1 of
// them, and n is that of an even result by default). `norm`: "backward", "ortho" or "forward".
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
