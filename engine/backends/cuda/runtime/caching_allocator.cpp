#include "engine/backends/cuda/runtime/caching_allocator.h"

#include "engine/backends/cuda/runtime/device.h"
#include "engine/core/errors/error.h"

namespace c10 {
inline namespace modecheck_v1 {
namespace cuda {
namespace CUDACachingAllocator {
namespace {

using modecheck::engine::ErrorClass;

modecheck::engine::cuda::Runtime& runtime_of(int device) {
  MODECHECK_CHECK(device == 0, ErrorClass::Argument, "there is one CUDA device, cuda:0; ", device, " is not there");
  return modecheck::engine::cuda::device();
}

std::int64_t number(std::size_t bytes) { return static_cast<std::int64_t>(bytes); }

}  // namespace

DeviceStats getDeviceStats(int device) {
  const modecheck::engine::cuda::MemoryStatistics memory = runtime_of(device).memory();
  DeviceStats out;
  out.allocated_bytes[0] = {number(memory.in_use), number(memory.peak), number(memory.given),
                            number(memory.given - memory.in_use)};
  out.allocation[0].current = out.allocation[0].peak = number(memory.blocks);
  out.reserved_bytes[0].current = out.reserved_bytes[0].peak = number(memory.reserved);
  out.num_ooms = number(memory.refusals);
  return out;
}

void resetPeakStats(int device) { runtime_of(device).reset_peak(); }

void emptyCache() { modecheck::engine::cuda::device().release_reserved(); }

void setMemoryFraction(double fraction, int device) {
  MODECHECK_CHECK(fraction >= 0 && fraction <= 1, ErrorClass::Argument,
                  "setMemoryFraction: expected a fraction between 0 and 1, but got ", fraction);
  modecheck::engine::cuda::Runtime& runtime = runtime_of(device);
  const double bytes = fraction * static_cast<double>(runtime.total_memory());
  // The limit is at least one byte, because a limit of zero means no limit.
  runtime.limit_memory(bytes < 1 ? 1 : static_cast<std::size_t>(bytes));
}

}  // namespace CUDACachingAllocator
}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace c10
