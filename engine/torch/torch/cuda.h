// What there is of CUDA: one device, or none.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ATen/Context.h"
#include "engine/core/device_hooks.h"

namespace torch {
inline namespace modecheck_v1 {
namespace cuda {

inline bool is_available() { return modecheck::engine::find_device().empty(); }
inline std::size_t device_count() { return is_available() ? 1 : 0; }
inline bool cudnn_is_available() { return false; }
// Nothing to seed: as in libtorch, that is no error.
inline void manual_seed(std::uint64_t /*seed*/) {}
inline void manual_seed_all(std::uint64_t /*seed*/) {}

}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace torch
