// Defines packs of four adjacent elements. In kernels that only choose, convert or copy elements, a thread reads or
// writes a pack at once. An operand may also be constant along the fastest dimension, or be read backwards.
#pragma once

#include <cstdint>

#include "engine/backends/cuda/device_code/pointwise_kernel.h"
#include "engine/backends/iterate/strided.h"
#include "engine/core/types/host_device.h"

namespace modecheck::engine::cuda {

constexpr int packed_elements = 4;

template <typename T>
using ElementPack = Pack<T, packed_elements>;

// Returns true if packs along the fastest dimension cover all elements. Along this dimension the result must be dense.
// Other operands must be dense, reversed or constant there. Packs are aligned to their size. `bytes` holds the element
// size of each operand, the result's first. Elements of more than eight bytes are not packed.
template <int operands>
bool has_packed_elements(const Strided& where, const std::int64_t (&bytes)[operands]) {
  if (where.rank == 0 || where.sizes[0] % packed_elements != 0) return false;
  for (int k = 0; k < operands; ++k) {
    const std::int64_t step = where.steps[k][0];
    const std::int64_t pack = bytes[k] * packed_elements;
    if (bytes[k] > 8) return false;
    if (k > 0 && step == 0) continue;
    if (step != bytes[k] && (k == 0 || step != -bytes[k])) return false;
    const char* const lowest = step > 0 ? where.data[k] : where.data[k] - (packed_elements - 1) * bytes[k];
    if (reinterpret_cast<std::uintptr_t>(lowest) % static_cast<std::uintptr_t>(pack) != 0) return false;
    for (int d = 1; d < where.rank; ++d)
      if (where.steps[k][d] % pack != 0) return false;
  }
  return true;
}

// Reads a pack in the order of the fastest dimension. `step` is the stride in bytes along that dimension.
template <typename T>
MODECHECK_HOST_DEVICE ElementPack<T> read_packed(const char* at, std::int64_t step) {
  if (step > 0) return ElementPack<T>::read(at);
  ElementPack<T> out;
  if (step == 0) {
    const T value = backends::load<T>(at);
    for (int k = 0; k < packed_elements; ++k) out.elements[k] = static_cast<backends::Stored<T>>(value);
    return out;
  }
  const auto reversed =
      ElementPack<T>::read(at - (packed_elements - 1) * static_cast<std::int64_t>(sizeof(backends::Stored<T>)));
  for (int k = 0; k < packed_elements; ++k) out.elements[k] = reversed.elements[packed_elements - 1 - k];
  return out;
}

}  // namespace modecheck::engine::cuda
