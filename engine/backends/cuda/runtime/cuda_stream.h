// Streams of the CUDA device under libtorch's names: the current stream of a thread, a pool of further streams, and
// guards that change the current one.
#pragma once

#include <cstdint>

#include "engine/backends/cuda/runtime/runtime.h"
#include "engine/core/types/device.h"

namespace c10 {
inline namespace modecheck_v1 {
namespace cuda {

using StreamId = std::int64_t;

class CUDAStream {
 public:
  explicit CUDAStream(modecheck::engine::cuda::Stream number) : number_(number) {}

  bool operator==(const CUDAStream& other) const noexcept { return number_ == other.number_; }
  bool operator!=(const CUDAStream& other) const noexcept { return number_ != other.number_; }
  DeviceIndex device_index() const { return 0; }
  Device device() const { return Device(kCUDA, 0); }
  StreamId id() const { return number_; }
  // Returns the stream's number in the backend.
  modecheck::engine::cuda::Stream number() const { return number_; }

  // Returns true if all work that was given to the stream is done.
  bool query() const;
  // Makes the host wait for all work given to the stream. Raises the first error on the device since the last
  // synchronising call.
  void synchronize() const;

 private:
  modecheck::engine::cuda::Stream number_;
};

// There is one CUDA device. getDefaultCUDAStream, getCurrentCUDAStream and getStreamFromPool raise for a device index
// other than -1 or 0.
CUDAStream getDefaultCUDAStream(DeviceIndex device_index = -1);
CUDAStream getCurrentCUDAStream(DeviceIndex device_index = -1);
void setCurrentCUDAStream(CUDAStream stream);
// Returns the next of the 32 streams of the pool, in turn. The priority has no effect.
CUDAStream getStreamFromPool(bool isHighPriority = false, DeviceIndex device_index = -1);

// Makes `stream` the current stream of this thread while the guard lives.
class CUDAStreamGuard {
 public:
  [[nodiscard]] explicit CUDAStreamGuard(CUDAStream stream) : original_(getCurrentCUDAStream()), current_(stream) {
    setCurrentCUDAStream(stream);
  }
  ~CUDAStreamGuard() { setCurrentCUDAStream(original_); }
  CUDAStreamGuard(const CUDAStreamGuard&) = delete;
  CUDAStreamGuard& operator=(const CUDAStreamGuard&) = delete;

  void reset_stream(CUDAStream stream) {
    current_ = stream;
    setCurrentCUDAStream(stream);
  }
  CUDAStream original_stream() const { return original_; }
  CUDAStream current_stream() const { return current_; }
  Device current_device() const { return current_.device(); }
  Device original_device() const { return original_.device(); }

 private:
  CUDAStream original_;
  CUDAStream current_;
};

// Makes a device the current one while the guard lives. There is one CUDA device, so the guard only checks the index.
// It raises for an index other than -1 or 0.
class CUDAGuard {
 public:
  [[nodiscard]] explicit CUDAGuard(DeviceIndex device_index) { set_index(device_index); }
  [[nodiscard]] explicit CUDAGuard(Device device) { set_device(device); }
  CUDAGuard(const CUDAGuard&) = delete;
  CUDAGuard& operator=(const CUDAGuard&) = delete;

  void set_device(Device device);
  void set_index(DeviceIndex device_index);
  Device original_device() const { return Device(kCUDA, 0); }
  Device current_device() const { return Device(kCUDA, 0); }
};

}  // namespace cuda
}  // namespace modecheck_v1
}  // namespace c10
