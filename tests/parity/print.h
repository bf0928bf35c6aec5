// These helpers make inputs without a random generator, and print tensors as text. The programs that include this
// header are built against the engine and against libtorch; both builds must print the same.
#pragma once

#include <cstdint>
#include <cstdio>
#include <vector>

#include "tests/parity/torch.h"

namespace modecheck::parity {

// Returns float64 numbers between -1 and 1 that are the same in every library and depend on `seed`.
inline at::Tensor filled(c10::IntArrayRef sizes, std::uint64_t seed) {
  at::Tensor out = at::empty(sizes, at::kDouble);
  double* const to = out.data_ptr<double>();
  std::uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
  for (std::int64_t i = 0; i < out.numel(); ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    to[i] = static_cast<double>(state >> 40) / static_cast<double>(1u << 23) - 1;
  }
  return out;
}

// Prints a tensor: the name, the sizes and the numbers. An undefined tensor prints as "undefined".
inline void print(const char* name, const at::Tensor& tensor) {
  std::printf("%s", name);
  if (!tensor.defined()) {
    std::printf(" undefined\n");
    return;
  }
  std::printf(" [");
  for (std::int64_t d = 0; d < tensor.dim(); ++d)
    std::printf("%s%lld", d == 0 ? "" : ",", static_cast<long long>(tensor.size(d)));
  std::printf("]");
  const at::Tensor numbers = tensor.detach().to(at::kDouble).contiguous();
  for (std::int64_t i = 0; i < numbers.numel(); ++i) std::printf(" %.9g", numbers.data_ptr<double>()[i]);
  std::printf("\n");
}

}  // namespace modecheck::parity
