// What is known of the device's memory, and how much of it may be used.
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
  std::int64_t peak = 0;       // since it was last reset; of what is not kept, what there is now
  std::int64_t allocated = 0;  // ever
  std::int64_t freed = 0;
};

// All blocks are of one sort here: what is counted is the first number.
enum struct StatType : std::uint64_t { AGGREGATE = 0, SMALL_POOL = 1, LARGE_POOL = 2, NUM_TYPES = 3 };
using StatArray = std::array<Stat, static_cast<std::size_t>(StatType::NUM_TYPES)>;

struct DeviceStats {
  StatArray allocation;       // blocks; only how many there are now is known
  StatArray allocated_bytes;  // that tensors asked for
  StatArray reserved_bytes;   // that the device has set apart; only how many there are now is known
  std::int64_t num_ooms = 0;  // how often there was not enough
};

DeviceStats getDeviceStats(int device);
void resetPeakStats(int device);
// Gives what no tensor uses back to the system.
void emptyCache();
// So much of the device's memory may be used, from 0 to 1. What is asked for beyond raises OutOfMemoryError, and then
// nothing has changed.
void setMemoryFraction(double fraction, int device);

}  // namespace CUDACachingAllocator
}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace c10
