#include "engine/backends/cuda/runtime/device_memory.h"

#include <algorithm>

namespace modecheck::engine::cuda {

// Makes stream `after` wait for stream `before`. An event is recorded only when another stream needs it. This is later
// than necessary, so a stream may wait for slightly more than it must.
void DeviceMemory::order(Stream before, Stream after) {
  if (before != no_stream && before != after) runtime_.wait(after, runtime_.record(before));
}

void DeviceMemory::use(Stream stream, Access access) {
  // The use must also come after the allocation on the stream `home_`. Until the first write, only the allocation must
  // be waited for.
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
