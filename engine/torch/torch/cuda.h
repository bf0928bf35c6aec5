// Declares torch::cuda, which queries and controls the CUDA device. There is at most one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>

#include "ATen/Context.h"
#include "engine/backends/cuda/runtime/cuda_generator.h"
#include "engine/backends/cuda/runtime/device.h"
#include "engine/core/errors/error.h"
#include "engine/core/types/device_hooks.h"

namespace torch {
inline namespace modecheck_v1 {
namespace cuda {

inline bool is_available() { return modecheck::engine::find_device().empty(); }
inline std::size_t device_count() { return is_available() ? 1 : 0; }
// Waits until all work on the device is done. Raises the errors that occurred on the device since the last wait. Raises
// for another device than cuda:0, and if there is no device.
inline void synchronize(std::int64_t device_index = -1) {
  MODECHECK_CHECK(device_index == -1 || device_index == 0, modecheck::engine::ErrorClass::Argument,
                  "there is one CUDA device, cuda:0; ", device_index, " is not there");
  modecheck::engine::cuda::device().synchronize_device();
}
inline bool cudnn_is_available() { return false; }
// Seeds the random number generator of the CUDA device. This is no error if there is no device.
inline void manual_seed(std::uint64_t seed) {
  at::CUDAGeneratorImpl& generator = modecheck::engine::cuda::default_generator();
  const std::lock_guard<std::mutex> lock(generator.mutex_);
  generator.set_current_seed(seed);
}
inline void manual_seed_all(std::uint64_t seed) { manual_seed(seed); }

}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace torch
