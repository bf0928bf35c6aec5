// Memory that a library asks for beside its operands, in the order of a stream: it is there for work that is given to
// the stream after it was taken, and gone for what comes after it was given back. Streams are the GPU's own.
#pragma once

#include <cstddef>

namespace modecheck::engine::cuda {

struct StreamMemory {
  void* (*take)(std::size_t bytes, void* stream);  // null: there is not enough
  void (*give_back)(void* block, void* stream);
};

// A block for as long as the scope lasts; null if none was asked for or there was not enough.
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
