#include "engine/backends/cuda/runtime/pinned_memory.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "engine/backends/cuda/runtime/device.h"
#include "engine/core/errors/error.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/memory/thread_state.h"
#include "engine/core/types/device_hooks.h"

namespace modecheck::engine::cuda {
namespace {

// A block of pinned host memory. For each stream that copied from or to the block, `uses` holds an event after the last
// such copy.
struct Block {
  Runtime* runtime;
  std::size_t bytes;
  std::vector<std::pair<Stream, Event>> uses;

  // Returns true if a copy still uses the block. Destructors of tensors call this function, so it must not throw. If
  // the device is in an error state, no copy runs any more. The next synchronising call raises the error.
  bool is_in_use() const noexcept {
    try {
      return std::any_of(uses.begin(), uses.end(), [&](const auto& use) { return !runtime->is_done(use.second); });
    } catch (const std::exception&) {
      return false;
    }
  }
};

class PinnedBlocks {
 public:
  void* allocate(Runtime& runtime, std::size_t bytes) {
    release_what_waits();
    void* const out = runtime.allocate_pinned(bytes);
    const std::scoped_lock lock(mutex_);
    blocks_[static_cast<char*>(out)] = {&runtime, bytes, {}};
    return out;
  }

  void let_go(void* data) noexcept {
    {
      const std::scoped_lock lock(mutex_);
      waiting_.insert(blocks_.extract(static_cast<char*>(data)));
    }
    release_what_waits();
  }

  bool has(const void* address) {
    const std::scoped_lock lock(mutex_);
    return find(address) != nullptr;
  }

  void use(const void* address, Stream stream) {
    const std::scoped_lock lock(mutex_);
    Block* const block = find(address);
    if (block == nullptr) return;
    const Event event = block->runtime->record(stream);
    for (auto& use : block->uses)
      if (use.first == stream) return static_cast<void>(use.second = event);
    block->uses.emplace_back(stream, event);
  }

 private:
  Block* find(const void* address) {
    auto after = blocks_.upper_bound(const_cast<char*>(static_cast<const char*>(address)));
    if (after == blocks_.begin()) return nullptr;
    --after;
    return static_cast<const char*>(address) < after->first + after->second.bytes ? &after->second : nullptr;
  }

  void release_what_waits() {
    const std::scoped_lock lock(mutex_);
    for (auto one = waiting_.begin(); one != waiting_.end();) {
      if (one->second.is_in_use()) {
        ++one;
        continue;
      }
      one->second.runtime->release_pinned(one->first);
      one = waiting_.erase(one);
    }
  }

  std::mutex mutex_;
  std::map<char*, Block> blocks_;
  // the blocks whose tensors are destroyed; a block moves from blocks_ to waiting_ as a map node, which allocates no
  // memory
  std::map<char*, Block> waiting_;
};

// Returns the list of pinned blocks. It is never destroyed, because tensors may outlive all static objects.
PinnedBlocks& pinned_blocks() {
  static PinnedBlocks* const out = new PinnedBlocks;
  return *out;
}

// Returns true if the tensor is contiguous and not empty, so that one copy of bytes copies all elements.
bool is_in_one_piece(const at::Tensor& tensor) { return tensor.is_contiguous() && tensor.numel() != 0; }

}  // namespace

at::Tensor empty_pinned(backends::DimSpan sizes, backends::DimSpan strides, c10::ScalarType type) {
  std::int64_t last = 0;
  std::int64_t count = 1;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    last += (sizes[d] - 1) * strides[d];
    count *= sizes[d];
  }
  const std::size_t bytes = count == 0 ? 0 : static_cast<std::size_t>(last + 1) * c10::elementSize(type);
  auto storage = c10::StorageImpl::adopt(pinned_blocks().allocate(device(), bytes), bytes, c10::kCPU,
                                         [](void* data) { pinned_blocks().let_go(data); });
  return on_storage(std::move(storage), sizes, strides, type, c10::kCPU);
}

bool has_pinned(const void* bytes) { return pinned_blocks().has(bytes); }

bool copy_without_waiting(const at::Tensor& target, const at::Tensor& source) {
  const bool to_device = target.in_cuda_memory();
  const at::Tensor& host = to_device ? source : target;
  const at::Tensor& there = to_device ? target : source;
  // Bool tensors are rejected. A bool in pinned memory may be any byte, and only the ordinary copy turns this byte into
  // 0 or 1.
  if (!host.in_cpu_memory() || !there.in_cuda_memory() || target.scalar_type() != source.scalar_type() ||
      target.scalar_type() == c10::kBool || !target.sizes().equals(source.sizes()) || !is_in_one_piece(host) ||
      !is_in_one_piece(there) || !has_pinned(host.data_ptr()))
    return false;
  const Stream stream = current_stream();
  memory_of(*there.unsafeGetTensorImpl()->storage())->use(stream, to_device ? Access::Writes : Access::Reads);
  const auto bytes = static_cast<std::size_t>(target.numel()) * target.itemsize();
  device().copy(target.data_ptr(), source.data_ptr(), bytes,
                to_device ? CopyKind::PinnedToDevice : CopyKind::DeviceToPinnedHost, stream);
  pinned_blocks().use(host.data_ptr(), stream);
  return true;
}

}  // namespace modecheck::engine::cuda

namespace at {
inline namespace modecheck_v1 {

bool Tensor::is_pinned(c10::optional<c10::Device> /*device*/) const {
  const modecheck::engine::DeviceHooks* const hooks = modecheck::engine::device_hooks;
  return hooks != nullptr && in_cpu_memory() && has_storage() && data_ptr() != nullptr && hooks->is_pinned(data_ptr());
}

Tensor Tensor::pin_memory(c10::optional<c10::Device> /*device*/) const {
  using namespace modecheck::engine;  // NOLINT: the function has libtorch's namespace and uses the engine's names
  require_device("pin_memory");
  MODECHECK_CHECK(!is_fake(), ErrorClass::DeviceMismatch, "pin_memory: a fake tensor has no memory to pin");
  MODECHECK_CHECK(in_cpu_memory(), ErrorClass::DeviceMismatch,
                  "pin_memory: only dense CPU tensors can be pinned, but it is on ", device());
  MODECHECK_CHECK(!requires_grad() || !thread_state.grad, ErrorClass::Unsupported,
                  "pin_memory: has no derivative; detach the tensor first");
  if (is_pinned()) return *this;
  const Tensor rows = detach().contiguous();
  const Tensor out = modecheck::engine::cuda::empty_pinned(rows.sizes(), rows.strides(), rows.scalar_type());
  if (out.numel() != 0)
    std::memcpy(out.data_ptr(), rows.data_ptr(), static_cast<std::size_t>(rows.numel()) * rows.itemsize());
  return out;
}

}  // namespace modecheck_v1
}  // namespace at
