// Statistics of the memory of the CUDA device, and the limit on its use, under the names of libtorch's
// CUDACachingAllocator.
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
  // the maximum since the last reset of the peak; equals `current` if the backend keeps no maximum
  std::int64_t peak = 0;
  std::int64_t allocated = 0;  // the total of all allocations since the start of the process
  std::int64_t freed = 0;
};

// The kinds of memory pools in libtorch's statistics. This backend has no separate pools, and fills in the entry
// AGGREGATE only.
enum struct StatType : std::uint64_t { AGGREGATE = 0, SMALL_POOL = 1, LARGE_POOL = 2, NUM_TYPES = 3 };
using StatArray = std::array<Stat, static_cast<std::size_t>(StatType::NUM_TYPES)>;

struct DeviceStats {
  StatArray allocation;       // the number of memory blocks in use; only `current` is known
  StatArray allocated_bytes;  // the number of bytes that tensors have requested
  StatArray reserved_bytes;   // the number of bytes that the device has reserved; only `current` is known
  std::int64_t num_ooms = 0;  // the number of requests for memory that were refused
};

DeviceStats getDeviceStats(int device);
void resetPeakStats(int device);
// Returns cached device memory that no tensor uses to the system.
void emptyCache();
// Limits the use of the device's memory to `fraction` of the total, from 0 to 1. A request beyond the limit raises
// OutOfMemoryError and changes nothing.
void setMemoryFraction(double fraction, int device);

}  // namespace CUDACachingAllocator
}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace c10
