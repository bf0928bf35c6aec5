// A block of device memory that any stream may use. It makes streams wait for each other where their uses conflict.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/backends/cuda/runtime/runtime.h"

namespace modecheck::engine::cuda {

// One block of device memory. An object is not safe for several threads at once: threads that share a tensor must order
// its use.
class DeviceMemory {
 public:
  // Allocates a block on `stream`. Raises OutOfMemory if the block cannot be allocated.
  DeviceMemory(Runtime& runtime, std::size_t bytes, Stream stream)
      : runtime_(runtime), data_(runtime.allocate(bytes, stream)), bytes_(bytes), home_(stream) {}
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  // Releases the block in the order of the stream that allocated it, after every use on other streams.
  ~DeviceMemory();

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

  // Makes `stream` wait for all earlier uses of the block that conflict with this use. Call before giving `stream` work
  // that uses the block. The call costs nothing while only one stream uses the block.
  void use(Stream stream, Access access);

 private:
  void order(Stream before, Stream after);

  Runtime& runtime_;
  void* data_;
  std::size_t bytes_;
  Stream home_;
  Stream writer_ = no_stream;    // the stream of the last write to the block
  std::vector<Stream> readers_;  // the streams that have read the block since the last write, each once
  static constexpr Stream no_stream = -1;
};

}  // namespace modecheck::engine::cuda
