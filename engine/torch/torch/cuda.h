// What there is of CUDA: nothing, and programs can ask.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ATen/Context.h"

namespace torch {
inline namespace modecheck_v1 {
namespace cuda {

inline std::size_t device_count() { return 0; }
inline bool is_available() { return false; }
inline bool cudnn_is_available() { return false; }
// Nothing to seed: as in libtorch, that is no error.
inline void manual_seed(std::uint64_t /*seed*/) {}
inline void manual_seed_all(std::uint64_t /*seed*/) {}

}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace torch
