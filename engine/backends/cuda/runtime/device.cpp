#include "engine/backends/cuda/runtime/device.h"

#include <string>
#include <vector>

#include "engine/backends/cuda/runtime/gpu_runtime.h"
#include "engine/backends/cuda/runtime/pinned_memory.h"
#include "engine/core/errors/error.h"
#include "engine/core/types/device_hooks.h"

namespace modecheck::engine::cuda {
namespace {

Runtime* the_device = nullptr;
thread_local Stream the_stream = default_stream;

DeviceMemory& memory(void* block) { return *static_cast<DeviceMemory*>(block); }

void* make(std::size_t bytes) { return new DeviceMemory(device(), bytes, the_stream); }
void drop(void* block) noexcept { delete static_cast<DeviceMemory*>(block); }
void* address(void* block) { return memory(block).data(); }

void copy(void* to, void* from, std::size_t bytes) {
  memory(from).use(the_stream, Access::Reads);
  memory(to).use(the_stream, Access::Writes);
  device().copy(memory(to).data(), memory(from).data(), bytes, CopyKind::DeviceToDevice, the_stream);
}

void clear(void* block, std::size_t begin, std::size_t end) {
  memory(block).use(the_stream, Access::Writes);
  const std::vector<char> zeros(end - begin);
  device().copy(static_cast<char*>(memory(block).data()) + begin, zeros.data(), zeros.size(), CopyKind::HostToDevice,
                the_stream);
}

bool is_pinned(const void* bytes) { return has_pinned(bytes); }

constexpr DeviceHooks kHooks{make, drop, address, copy, clear, current_stream, set_current_stream, is_pinned};

}  // namespace

void set_device(Runtime* runtime) {
  the_device = runtime;
  device_hooks = runtime == nullptr ? nullptr : &kHooks;
}

bool has_device() { return the_device != nullptr; }

Runtime& device() {
  require_device("cuda");
  return *the_device;
}

Stream current_stream() { return the_stream; }
void set_current_stream(Stream stream) { the_stream = stream; }

DeviceMemory* memory_of(const c10::StorageImpl& storage) { return static_cast<DeviceMemory*>(storage.device_block()); }

void copy_to_host(void* to, const c10::StorageImpl& from, std::size_t bytes) {
  DeviceMemory* const block = memory_of(from);
  if (block == nullptr || bytes == 0) return;
  block->use(the_stream, Access::Reads);
  device().copy(to, block->data(), bytes, CopyKind::DeviceToHost, the_stream);
}

void copy_from_host(const c10::StorageImpl& to, const void* from, std::size_t bytes) {
  DeviceMemory* const block = memory_of(to);
  if (block == nullptr || bytes == 0) return;
  block->use(the_stream, Access::Writes);
  device().copy(block->data(), from, bytes, CopyKind::HostToDevice, the_stream);
}

}  // namespace modecheck::engine::cuda

namespace modecheck::engine {

std::string find_device() {
  if (cuda::has_device()) return {};
  std::string why;
  if (cuda::Runtime* const gpu = cuda::gpu_runtime(&why); gpu != nullptr) cuda::set_device(gpu);
  return why;
}

}  // namespace modecheck::engine
