// Defines which CUDA device tensors are on: its Runtime, and the current stream of each thread.
#pragma once

#include "engine/backends/cuda/runtime/device_memory.h"
#include "engine/backends/cuda/runtime/runtime.h"
#include "engine/core/memory/storage.h"

namespace modecheck::engine::cuda {

// Sets the runtime of the CUDA device. The runtime must outlive every tensor on the device. A null pointer removes the
// device. Do not call while other threads use tensors.
void set_device(Runtime* runtime);
// Returns the runtime of the CUDA device. Raises Unsupported if there is no device.
Runtime& device();
bool has_device();

// Returns the stream to which the calling thread gives its device work.
Stream current_stream();
void set_current_stream(Stream stream);

// Returns the device memory of a storage, or null if the storage has none.
DeviceMemory* memory_of(const c10::StorageImpl& storage);

// Copy the first `bytes` bytes of a storage between host and device. copy_to_host returns when the copy is done.
// copy_from_host may return earlier, but not before it has read the host's bytes.
void copy_to_host(void* to, const c10::StorageImpl& from, std::size_t bytes);
void copy_from_host(const c10::StorageImpl& to, const void* from, std::size_t bytes);

}  // namespace modecheck::engine::cuda
