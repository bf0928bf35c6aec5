// A weak reference to a tensor, for nodes that must reach the tensor without keeping it alive.
#pragma once

#include "engine/core/memory/free_list.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

class TensorLink final : public c10::intrusive_ptr_target, public FreeListed<TensorLink> {
 public:
  explicit TensorLink(c10::TensorImpl* impl) : impl_(impl) {}
  static void destroy(TensorLink* link) noexcept { delete link; }

  // Returns the tensor, or an undefined tensor if it was destroyed.
  at::Tensor lock() const;
  // Makes the tensor leave an alias behind when it is destroyed. The alias has no history and the tensor's last
  // geometry.
  void leave_alias();
  // Returns the tensor or, if it was destroyed, the alias that it left behind. Returns an undefined tensor if there is
  // no alias.
  at::Tensor lock_or_alias() const;
  // Cuts the link to a tensor whose last reference was dropped. Returns true if the tensor must now be destroyed, and
  // false if another thread has locked the link in the meantime.
  bool sever(c10::TensorImpl* impl) noexcept;

 private:
  friend c10::intrusive_ptr<TensorLink>;
  ~TensorLink() = default;

  c10::TensorImpl* impl_;
  bool leaves_alias_ = false;
  at::Tensor alias_;
};

}  // namespace modecheck::engine
