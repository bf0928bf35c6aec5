#include "engine/backends/cuda/runtime/device_memory.h"

#include <algorithm>

namespace modecheck::engine::cuda {

// Makes stream `after` wait for stream `before`. An event is recorded only when another stream needs it, and not right
// after a use. A stream may therefore wait for later work of `before`, too.
void DeviceMemory::order(Stream before, Stream after) {
  if (before != no_stream && before != after) runtime_.wait(after, runtime_.record(before));
}

void DeviceMemory::use(Stream stream, Access access) {
  // The use must also come after the allocation, which was made on the stream `home_`. If nothing has written the block
  // yet, the use waits for the allocation only.
  order(writer_ == no_stream ? home_ : writer_, stream);
  if (access == Access::Reads) {
    if (std::find(readers_.begin(), readers_.end(), stream) == readers_.end()) readers_.push_back(stream);
    return;
  }
  for (const Stream reader : readers_) order(reader, stream);
  readers_.clear();
  writer_ = stream;
}

DeviceMemory::~DeviceMemory() {
  order(writer_, home_);
  for (const Stream reader : readers_) order(reader, home_);
  runtime_.release(data_, home_);
}

}  // namespace modecheck::engine::cuda
