#include "engine/core/storage.h"

#include <cstring>

namespace c10 {
inline namespace modecheck_v1 {

using modecheck::engine::FreeLists;

static_assert(sizeof(StorageImpl) <= FreeLists::granule);

void StorageImpl::grow(std::size_t nbytes) {
  if (nbytes <= nbytes_) return;
  if (!device_.is_meta()) {
    void* const bigger = FreeLists::allocate(nbytes);
    if (nbytes_ != 0) std::memcpy(bigger, data_, nbytes_);
    if (grown_) release_grown();
    data_ = bigger;
    grown_ = true;
  }
  nbytes_ = nbytes;
}

void StorageImpl::release_grown() noexcept { FreeLists::release(data_, nbytes_); }

}  // namespace modecheck_v1
}  // namespace c10
