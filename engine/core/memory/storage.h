// Declares the block of bytes that tensors share (StorageImpl), and the handles to it (Storage, DataPtr).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "engine/core/memory/free_list.h"
#include "engine/core/memory/intrusive_ptr.h"
#include "engine/core/memory/live_objects.h"
#include "engine/core/memory/thread_state.h"
#include "engine/core/types/device.h"

namespace c10 {
inline namespace modecheck_v1 {

class StorageImpl final : public intrusive_ptr_target {
 public:
  // Allocates a storage and its `nbytes` bytes as one block. On Meta, and for fake tensors, no bytes are allocated;
  // only the size is recorded.
  static intrusive_ptr<StorageImpl> create(std::size_t nbytes, Device device) {
    if (device.in_cuda_memory()) [[unlikely]]
      return create_on_device(nbytes, device);
    const std::size_t block = header_bytes + (device.has_bytes() ? nbytes : 0);
    return intrusive_ptr<StorageImpl>::reclaim(::new (modecheck::engine::FreeLists::allocate(block))
                                                   StorageImpl(nbytes, device, block));
  }
  // Makes a storage of bytes that the caller owns, as from_blob does. `deleter` is called with the bytes when the last
  // tensor on them is gone. Such a storage cannot grow.
  static intrusive_ptr<StorageImpl> adopt(void* data, std::size_t nbytes, Device device,
                                          std::function<void(void*)> deleter);
  static void destroy(StorageImpl* storage) noexcept {
    const std::size_t block = storage->block_bytes_;
    storage->~StorageImpl();
    modecheck::engine::FreeLists::release(storage, block);
  }

  // Returns the address of the bytes: null on Meta and for a storage without bytes. For a CUDA device this is an
  // address in the device's memory.
  void* data() const { return data_; }
  std::size_t nbytes() const { return nbytes_; }
  Device device() const { return device_; }
  // Returns the number of the fake mode to which the storage of a fake tensor belongs. It is 0 for any other storage,
  // and for one that was made outside of the mode's operators.
  std::uint32_t fake_mode() const { return fake_mode_; }
  void set_fake_mode(std::uint32_t number) { fake_mode_ = number; }
  // Returns whether destroying the storage must free its bytes or call their deleter. That is false only for bytes of
  // from_blob without a deleter.
  bool owns_data() const { return !adopted_ || (apart_ && static_cast<bool>(deleter())); }
  // Returns true if the tensors on this storage are inference tensors. This never changes while the storage exists
  // (rule K3).
  bool is_inference() const { return inference_; }
  void set_inference(bool inference) { inference_ = inference; }
  // Returns the backend's handle to the bytes of a storage on a CUDA device, and null for any other storage.
  void* device_block() const { return device_.in_cuda_memory() && !adopted_ ? block() : nullptr; }
  // Grows the storage to `nbytes` bytes and keeps the old bytes; new bytes are indeterminate. Never shrinks it. Raises
  // for bytes that were given to adopt().
  void grow(std::size_t nbytes);
  // Undoes growth beyond `nbytes` by lowering the recorded size. The remaining bytes keep their present values (rule
  // E1).
  void take_growth_back(std::size_t nbytes) noexcept { nbytes_ = nbytes; }

 private:
  // The size of this object rounded up to a multiple of 64, so that the bytes behind it are as aligned as the whole
  // block.
  static constexpr std::size_t header_bytes = modecheck::engine::FreeLists::granule;

  StorageImpl(std::size_t nbytes, Device device, std::size_t block_bytes)
      : data_(block_bytes > header_bytes ? reinterpret_cast<char*>(this) + header_bytes : nullptr),
        nbytes_(nbytes),
        block_bytes_(block_bytes),
        device_(device),
        fake_mode_(device.is_fake() ? modecheck::engine::thread_fake_mode : 0) {
    ++modecheck::engine::detail::counts().storages;
  }
  ~StorageImpl() {
    if (apart_) [[unlikely]]
      release_bytes();
    --modecheck::engine::detail::counts().storages;
  }
  static intrusive_ptr<StorageImpl> create_on_device(std::size_t nbytes, Device device);
  void grow_on_device(std::size_t nbytes);
  // Returns the backend's handle to the bytes on a CUDA device. It follows this object in memory, where other storages
  // have their bytes.
  void*& block() { return *reinterpret_cast<void**>(reinterpret_cast<char*>(this) + header_bytes); }
  void* block() const { return *reinterpret_cast<void* const*>(reinterpret_cast<const char*>(this) + header_bytes); }
  using Deleter = std::function<void(void*)>;
  // Returns the deleter of bytes that were given to adopt(). It follows this object in memory, where other storages
  // have their bytes.
  const Deleter& deleter() const {
    return *reinterpret_cast<const Deleter*>(reinterpret_cast<const char*>(this) + header_bytes);
  }
  Deleter& deleter() { return *reinterpret_cast<Deleter*>(reinterpret_cast<char*>(this) + header_bytes); }
  void release_bytes() noexcept;

  void* data_;
  std::size_t nbytes_;
  std::size_t block_bytes_;
  std::size_t apart_bytes_ = 0;  // the size of the separate block, if `apart_` is set and the engine owns that block
  Device device_;
  bool apart_ = false;    // true if the bytes are not in the block of this object
  bool adopted_ = false;  // true if the bytes belong to the caller of adopt()
  bool inference_ = false;
  std::uint32_t fake_mode_;
};

// The pointer to the bytes of a storage as programs see it, with its owner (the context) and its device.
class DataPtr final {
 public:
  DataPtr() = default;
  DataPtr(void* data, void* context, Device device) : data_(data), context_(context), device_(device) {}

  void* get() const { return data_; }
  void* operator->() const { return data_; }
  // Returns the owner of the bytes, or null if the engine does not own them, for example those of from_blob without a
  // deleter.
  void* get_context() const { return context_; }
  Device device() const { return device_; }
  explicit operator bool() const { return data_ != nullptr; }

 private:
  void* data_ = nullptr;
  void* context_ = nullptr;
  Device device_ = kCPU;
};

// A handle to a storage, which several tensors can share. nbytes() is the size in bytes. A handle without a storage is
// empty: only the conversion to bool, is_alias_of() and use_count() may be called on it.
struct Storage final {
 public:
  Storage() = default;
  explicit Storage(intrusive_ptr<StorageImpl> impl) : impl_(std::move(impl)) {}

  void* data() const { return impl_->data(); }
  DataPtr data_ptr() const { return {impl_->data(), impl_->owns_data() ? impl_->data() : nullptr, impl_->device()}; }
  std::size_t nbytes() const { return impl_->nbytes(); }
  Device device() const { return impl_->device(); }
  DeviceType device_type() const { return impl_->device().type(); }
  std::size_t use_count() const { return impl_.use_count(); }
  StorageImpl* unsafeGetStorageImpl() const { return impl_.get(); }
  bool is_alias_of(const Storage& other) const { return impl_ == other.impl_; }
  explicit operator bool() const { return static_cast<bool>(impl_); }

 private:
  intrusive_ptr<StorageImpl> impl_;
};

}  // namespace modecheck_v1
}  // namespace c10
