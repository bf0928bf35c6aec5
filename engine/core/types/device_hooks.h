// What a storage on an accelerator needs of whoever has one. The backend sets it when its device is there; without it
// there is no such device.
#pragma once

#include <cstddef>
#include <string>

namespace modecheck::engine {

struct DeviceHooks {
  // A block of device memory, by a handle. Raises OutOfMemory, and then nothing has changed.
  void* (*make)(std::size_t bytes);
  void (*drop)(void* block) noexcept;
  // Its address on the device.
  void* (*address)(void* block);
  // Given to the calling thread's stream, in order with everything else that uses the blocks.
  void (*copy)(void* to, void* from, std::size_t bytes);
  void (*clear)(void* block, std::size_t begin, std::size_t end);
  // The stream that the calling thread gives its work to, by number.
  int (*current_stream)();
  void (*set_current_stream)(int stream);
  // Whether bytes of the host are memory that the device copies by itself.
  bool (*is_pinned)(const void* bytes);
};

// Null: there is no device, or nobody has asked for one yet.
extern const DeviceHooks* device_hooks;

// Looks for a GPU where no device was set. Empty: there is one; else why there is none. Defined by
// engine/backends/cuda.
std::string find_device();

// Raises Unsupported, naming what asked, unless there is a CUDA device.
void require_device(const char* name);

}  // namespace modecheck::engine
