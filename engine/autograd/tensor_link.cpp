#include "engine/autograd/tensor_link.h"

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
  // The count is 1 or 0 here, unless lock() was faster.
  if (impl->use_count() > 1 && !impl->release_visibly()) return false;
  impl_ = nullptr;
  return true;
}

}  // namespace modecheck::engine
