// The functions of a CUDA backend that the rest of the engine calls, for example for a storage on a device. The backend
// sets them when it has found a device. Without them there is no CUDA device.
#pragma once

#include <cstddef>
#include <string>

namespace modecheck::engine {

struct DeviceHooks {
  // Allocates a block of device memory and returns its handle. Raises OutOfMemory; in that case nothing has changed.
  void* (*make)(std::size_t bytes);
  void (*drop)(void* block) noexcept;
  // Returns the address of the block in the device's memory.
  void* (*address)(void* block);
  // These functions copy or clear bytes of blocks. The work is enqueued on the calling thread's stream, in order with
  // all other work on the blocks.
  void (*copy)(void* to, void* from, std::size_t bytes);
  void (*clear)(void* block, std::size_t begin, std::size_t end);
  // Returns the number of the stream on which the calling thread enqueues its work.
  int (*current_stream)();
  void (*set_current_stream)(int stream);
  // Returns whether these bytes are in pinned host memory, which the device can copy without the CPU.
  bool (*is_pinned)(const void* bytes);
};

// The functions of the CUDA backend. The pointer is null if there is no device, or if no function has asked for one
// yet.
extern const DeviceHooks* device_hooks;

// Looks for a GPU if device_hooks is null. Returns an empty string if there is a GPU, and otherwise the reason why
// there is none. The function is defined in engine/backends/cuda.
std::string find_device();

// Raises Unsupported unless there is a CUDA device. `name` is the operator that needs the device, for the message.
void require_device(const char* name);

}  // namespace modecheck::engine
