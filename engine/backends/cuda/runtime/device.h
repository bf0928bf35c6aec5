// The CUDA device that tensors live on, if there is one: its runtime, and the stream that a thread gives its work to.
#pragma once

#include "engine/backends/cuda/runtime/device_memory.h"
#include "engine/backends/cuda/runtime/runtime.h"
#include "engine/core/memory/storage.h"

namespace modecheck::engine::cuda {

// From here on there is a device. The runtime outlives every tensor on it; nullptr: there is none any more. Not while
// other threads use tensors.
void set_device(Runtime* runtime);
// Raises Unsupported if there is none.
Runtime& device();
bool has_device();

// What the calling thread does on the device is given to this stream.
Stream current_stream();
void set_current_stream(Stream stream);

// The bytes of a storage on the device; null if it has none, or has those of somebody else.
DeviceMemory* memory_of(const c10::StorageImpl& storage);

// `bytes` of a storage from its beginning on. The first waits; the second has read what it needs when it returns.
void copy_to_host(void* to, const c10::StorageImpl& from, std::size_t bytes);
void copy_from_host(const c10::StorageImpl& to, const void* from, std::size_t bytes);

}  // namespace modecheck::engine::cuda
