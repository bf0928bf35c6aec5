// Statistics of the device's memory, and the limit on its use, behind the names of libtorch's CUDACachingAllocator.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace c10 {
inline namespace modecheck_v1 {
namespace cuda {
namespace CUDACachingAllocator {

struct Stat {
  std::int64_t current = 0;
  std::int64_t peak = 0;       // since the last reset; equals `current` where no peak is kept
  std::int64_t allocated = 0;  // in total since the start
  std::int64_t freed = 0;
};

// There are no separate pools here: only the entry AGGREGATE is filled in.
enum struct StatType : std::uint64_t { AGGREGATE = 0, SMALL_POOL = 1, LARGE_POOL = 2, NUM_TYPES = 3 };
using StatArray = std::array<Stat, static_cast<std::size_t>(StatType::NUM_TYPES)>;

struct DeviceStats {
  StatArray allocation;       // number of blocks; only `current` is known
  StatArray allocated_bytes;  // bytes that tensors asked for
  StatArray reserved_bytes;   // bytes that the device has reserved; only `current` is known
  std::int64_t num_ooms = 0;  // number of requests that were refused
};

DeviceStats getDeviceStats(int device);
void resetPeakStats(int device);
// Returns cached memory that no tensor uses to the system.
void emptyCache();
// Limits the use of the device's memory to `fraction` of the total, from 0 to 1. A request beyond the limit raises
// OutOfMemoryError and changes nothing.
void setMemoryFraction(double fraction, int device);

}  // namespace CUDACachingAllocator
}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace c10
