// Provides workspace for GPU libraries, in the order of a stream. Work that is given to the stream between `take` and
// `give_back` may use the block that `take` returned. `stream` is the GPU's own handle, a cudaStream_t.
#pragma once

#include <cstddef>

namespace modecheck::engine::cuda {

struct StreamMemory {
  // returns a block of workspace, or null if there is not enough memory
  void* (*take)(std::size_t bytes, void* stream);
  void (*give_back)(void* block, void* stream);
};

// A block of workspace that is given back at the end of the scope. data() is null if no bytes were requested, or if
// there was not enough memory.
class StreamRoom {
 public:
  StreamRoom(const StreamMemory& memory, std::size_t bytes, void* stream)
      : memory_(memory), stream_(stream), block_(bytes == 0 ? nullptr : memory.take(bytes, stream)) {}
  StreamRoom(const StreamRoom&) = delete;
  StreamRoom& operator=(const StreamRoom&) = delete;
  ~StreamRoom() {
    if (block_ != nullptr) memory_.give_back(block_, stream_);
  }

  void* data() const { return block_; }

 private:
  const StreamMemory& memory_;
  void* stream_;
  void* block_;
};

}  // namespace modecheck::engine::cuda
