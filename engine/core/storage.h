// A block of bytes that tensors share, and the handle to it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/core/device.h"
#include "engine/core/free_list.h"
#include "engine/core/intrusive_ptr.h"
#include "engine/core/live_objects.h"

namespace c10 {
inline namespace modecheck_v1 {

class StorageImpl final : public intrusive_ptr_target, public modecheck::engine::FreeListed<StorageImpl> {
 public:
  // Allocates nothing on Meta: the size is remembered, there are no bytes.
  StorageImpl(std::size_t nbytes, Device device);
  static void destroy(StorageImpl* storage) noexcept { delete storage; }

  void* data() const { return data_; }
  std::size_t nbytes() const { return nbytes_; }
  Device device() const { return device_; }
  // Grows to `nbytes`, keeping what was there; new bytes are indeterminate. Never shrinks.
  void grow(std::size_t nbytes);

 private:
  friend intrusive_ptr<StorageImpl>;
  ~StorageImpl();

  void* data_ = nullptr;
  std::size_t nbytes_;
  Device device_;
};

struct Storage final {
 public:
  Storage() = default;
  explicit Storage(intrusive_ptr<StorageImpl> impl) : impl_(static_cast<intrusive_ptr<StorageImpl>&&>(impl)) {}

  void* data() const { return impl_->data(); }
  std::size_t nbytes() const { return impl_->nbytes(); }
  Device device() const { return impl_->device(); }
  std::size_t use_count() const { return impl_.use_count(); }
  StorageImpl* unsafeGetStorageImpl() const { return impl_.get(); }
  bool is_alias_of(const Storage& other) const { return impl_ == other.impl_; }
  explicit operator bool() const { return static_cast<bool>(impl_); }

 private:
  intrusive_ptr<StorageImpl> impl_;
};

}  // namespace modecheck_v1
}  // namespace c10
