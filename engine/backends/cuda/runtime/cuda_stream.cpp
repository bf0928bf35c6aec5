#include "engine/backends/cuda/runtime/cuda_stream.h"

#include <array>
#include <cstddef>
#include <mutex>

#include "engine/backends/cuda/runtime/device.h"
#include "engine/core/errors/error.h"

namespace c10 {
inline namespace modecheck_v1 {
namespace cuda {
namespace {

using modecheck::engine::ErrorClass;

void check_index(DeviceIndex device_index) {
  static_cast<void>(modecheck::engine::cuda::device());
  MODECHECK_CHECK(device_index == -1 || device_index == 0, ErrorClass::Argument, "there is one CUDA device, cuda:0; ",
                  static_cast<int>(device_index), " is not there");
}

// The pool of streams that belongs to one Runtime. If another Runtime is set, its pool has new streams.
struct Pool {
  modecheck::engine::cuda::Runtime* runtime = nullptr;
  std::array<modecheck::engine::cuda::Stream, 32> streams{};
  std::size_t made = 0;
  std::size_t next = 0;
};

}  // namespace

bool CUDAStream::query() const {
  modecheck::engine::cuda::Runtime& runtime = modecheck::engine::cuda::device();
  return runtime.is_done(runtime.record(number_));
}

void CUDAStream::synchronize() const { modecheck::engine::cuda::device().synchronize(number_); }

CUDAStream getDefaultCUDAStream(DeviceIndex device_index) {
  check_index(device_index);
  return CUDAStream(modecheck::engine::cuda::default_stream);
}

CUDAStream getCurrentCUDAStream(DeviceIndex device_index) {
  check_index(device_index);
  return CUDAStream(modecheck::engine::cuda::current_stream());
}

void setCurrentCUDAStream(CUDAStream stream) { modecheck::engine::cuda::set_current_stream(stream.number()); }

CUDAStream getStreamFromPool(bool /*isHighPriority*/, DeviceIndex device_index) {
  check_index(device_index);
  static std::mutex mutex;
  static Pool pool;
  const std::scoped_lock lock(mutex);
  modecheck::engine::cuda::Runtime& runtime = modecheck::engine::cuda::device();
  if (pool.runtime != &runtime) pool = Pool{&runtime};
  if (pool.made < pool.streams.size()) {
    pool.streams[pool.made] = runtime.create_stream();
    return CUDAStream(pool.streams[pool.made++]);
  }
  return CUDAStream(pool.streams[pool.next++ % pool.streams.size()]);
}

void CUDAGuard::set_device(Device device) {
  MODECHECK_CHECK(device.is_cuda(), ErrorClass::Argument, "CUDAGuard: expected a CUDA device, but got ", device);
  set_index(device.index());
}

void CUDAGuard::set_index(DeviceIndex device_index) { check_index(device_index); }

}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace c10
