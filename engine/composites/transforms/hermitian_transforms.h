// Declares hfft and ihfft in torch::fft, the Fourier transforms between half of a Hermitian signal and a real signal.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/core/tensor/tensor.h"

namespace torch {
inline namespace modecheck_v1 {
namespace fft {

using Length = c10::optional<std::int64_t>;
using Norm = c10::optional<std::string_view>;

// hfft transforms the first half of a Hermitian signal to a real signal; ihfft is the inverse of hfft.
at::Tensor hfft(const at::Tensor& self, Length n = {}, std::int64_t dim = -1, Norm norm = {});
at::Tensor ihfft(const at::Tensor& self, Length n = {}, std::int64_t dim = -1, Norm norm = {});

}  // namespace fft
}  // namespace modecheck_v1
}  // namespace torch
