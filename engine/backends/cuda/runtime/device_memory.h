// A block of device memory that may be used on any stream: it puts the order between streams that their use of it
// needs.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/backends/cuda/runtime/runtime.h"

namespace modecheck::engine::cuda {

// Not for several threads at once; whoever shares a tensor between threads orders its use.
class DeviceMemory {
 public:
  // Raises OutOfMemory.
  DeviceMemory(Runtime& runtime, std::size_t bytes, Stream stream)
      : runtime_(runtime), data_(runtime.allocate(bytes, stream)), bytes_(bytes), home_(stream) {}
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  // The block goes in the order of the stream that it was made on, after whatever else uses it.
  ~DeviceMemory();

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

  // To be called before work that uses the block is given to `stream`: it will wait for what it must not overtake.
  // Nothing is done as long as one stream uses the block.
  void use(Stream stream, Access access);

 private:
  void order(Stream before, Stream after);

  Runtime& runtime_;
  void* data_;
  std::size_t bytes_;
  Stream home_;
  Stream writer_ = no_stream;    // of the last write
  std::vector<Stream> readers_;  // since then, each once
  static constexpr Stream no_stream = -1;
};

}  // namespace modecheck::engine::cuda
