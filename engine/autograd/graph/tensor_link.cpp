#include "engine/autograd/graph/tensor_link.h"

#include <exception>
#include <mutex>

namespace modecheck::engine {
namespace {
std::mutex links_mutex;
}

at::Tensor TensorLink::lock() const {
  const std::lock_guard<std::mutex> guard(links_mutex);
  if (impl_ == nullptr || !impl_->retain_if_alive()) return {};
  return at::Tensor(c10::intrusive_ptr<c10::TensorImpl>::reclaim(impl_));
}

bool TensorLink::sever(c10::TensorImpl* impl) noexcept {
  const std::lock_guard<std::mutex> guard(links_mutex);
  // The tensor's last reference was dropped, so its count is 1 or 0. A higher count means that another thread has
  // locked the link in the meantime, and the tensor then stays alive.
  if (impl->use_count() > 1 && !impl->release_visibly()) return false;
  impl_ = nullptr;
  if (leaves_alias_) {
    try {
      alias_ = at::Tensor(c10::intrusive_ptr<c10::TensorImpl>::reclaim(
          new c10::TensorImpl(impl->storage(), impl->key_set(), impl->dtype(), impl->device(), impl->counter())));
      alias_.unsafeGetTensorImpl()->set_geometry(impl->sizes(), impl->strides(), impl->storage_offset());
    } catch (const std::exception&) {
      // The alias could not be allocated, so nobody can reach the bytes of the destroyed tensor through this link.
      alias_.reset();
    }
  }
  return true;
}

void TensorLink::leave_alias() {
  const std::lock_guard<std::mutex> guard(links_mutex);
  leaves_alias_ = true;
}

at::Tensor TensorLink::lock_or_alias() const {
  at::Tensor out = lock();
  return out.defined() ? out : alias_;
}

}  // namespace modecheck::engine
