// A weak reference to a tensor, for the nodes that must reach one without keeping it alive.
#pragma once

#include "engine/core/memory/free_list.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine {

class TensorLink final : public c10::intrusive_ptr_target, public FreeListed<TensorLink> {
 public:
  explicit TensorLink(c10::TensorImpl* impl) : impl_(impl) {}
  static void destroy(TensorLink* link) noexcept { delete link; }

  // Undefined when the tensor is gone.
  at::Tensor lock() const;
  // From now on the tensor leaves something behind when it goes: an alias without history, as it was at the end.
  void leave_alias();
  // The tensor; when it is gone, what it left behind, if anything.
  at::Tensor lock_or_alias() const;
  // Called when the last reference to the tensor was dropped: true if the tensor shall be destroyed, false if another
  // thread locked the link in the meantime.
  bool sever(c10::TensorImpl* impl) noexcept;

 private:
  friend c10::intrusive_ptr<TensorLink>;
  ~TensorLink() = default;

  c10::TensorImpl* impl_;
  bool leaves_alias_ = false;
  at::Tensor alias_;
};

}  // namespace modecheck::engine
