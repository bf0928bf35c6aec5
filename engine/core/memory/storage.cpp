#include "engine/core/memory/storage.h"

#include <cstring>
#include <new>

#include "engine/core/errors/error.h"
#include "engine/core/types/device_hooks.h"

namespace c10 {
inline namespace modecheck_v1 {

using modecheck::engine::ErrorClass;
using modecheck::engine::FreeLists;

static_assert(sizeof(StorageImpl) <= FreeLists::granule);

intrusive_ptr<StorageImpl> StorageImpl::adopt(void* data, std::size_t nbytes, Device device,
                                              std::function<void(void*)> deleter) {
  const std::size_t block = header_bytes + sizeof(Deleter);
  auto out = intrusive_ptr<StorageImpl>::reclaim(::new (FreeLists::allocate(block)) StorageImpl(nbytes, device, block));
  out->data_ = data;
  ::new (&out->deleter()) Deleter(std::move(deleter));
  out->apart_ = true;
  out->adopted_ = true;
  return out;
}

intrusive_ptr<StorageImpl> StorageImpl::create_on_device(std::size_t nbytes, Device device) {
  modecheck::engine::require_device("empty");
  void* const memory = nbytes == 0 ? nullptr : modecheck::engine::device_hooks->make(nbytes);
  const std::size_t block = header_bytes + sizeof(void*);
  auto out = intrusive_ptr<StorageImpl>::reclaim(::new (FreeLists::allocate(block)) StorageImpl(nbytes, device, block));
  out->block() = memory;
  out->data_ = memory == nullptr ? nullptr : modecheck::engine::device_hooks->address(memory);
  out->apart_ = true;
  return out;
}

void StorageImpl::grow_on_device(std::size_t nbytes) {
  void* const bigger = modecheck::engine::device_hooks->make(nbytes);
  if (block() != nullptr) {
    modecheck::engine::device_hooks->copy(bigger, block(), nbytes_);
    modecheck::engine::device_hooks->drop(block());
  }
  block() = bigger;
  data_ = modecheck::engine::device_hooks->address(bigger);
}

void StorageImpl::grow(std::size_t nbytes) {
  if (nbytes <= nbytes_) return;
  MODECHECK_CHECK(!adopted_, ErrorClass::StorageBounds, "Trying to resize storage that is not resizable: its ", nbytes_,
                  " bytes were given to from_blob; clone the tensor first");
  if (device_.in_cuda_memory()) {
    grow_on_device(nbytes);
  } else if (device_.has_bytes()) {
    void* const bigger = FreeLists::allocate(nbytes);
    if (nbytes_ != 0) std::memcpy(bigger, data_, nbytes_);
    if (apart_) release_bytes();
    data_ = bigger;
    apart_ = true;
    apart_bytes_ = nbytes;
  }
  nbytes_ = nbytes;
}

void StorageImpl::release_bytes() noexcept {
  if (device_.in_cuda_memory() && !adopted_) {
    if (block() != nullptr) modecheck::engine::device_hooks->drop(block());
    return;
  }
  if (!adopted_) return FreeLists::release(data_, apart_bytes_);
  if (deleter()) deleter()(data_);
  deleter().~Deleter();
}

}  // namespace modecheck_v1
}  // namespace c10
