// Rejects a composite operator as a whole: if a later part raises, the histories that earlier parts regenerated or
// wrote are restored (E1).
#pragma once

#include "engine/autograd/graph/history.h"

namespace modecheck::engine {

// While this exists on a thread, the transactions of successful parts hand their changes over to it.
class CompositeTransaction {
 public:
  CompositeTransaction() noexcept;
  ~CompositeTransaction();
  CompositeTransaction(const CompositeTransaction&) = delete;
  CompositeTransaction& operator=(const CompositeTransaction&) = delete;

  // Called when all parts have succeeded. Hands the changes over to the enclosing composite, if there is one.
  void commit();

  // Returns the innermost transaction of this thread, or nullptr.
  static HistoryTransaction* current() noexcept;
  // Must be called before a tensor's history or tangent changes in a step that cannot fail. Inside a composite a later
  // part may still fail.
  static void remember(const at::Tensor& tensor) {
    if (HistoryTransaction* const composite = current(); composite != nullptr) [[unlikely]]
      composite->remember(tensor);
  }

 private:
  CompositeTransaction* const outer_;
  HistoryTransaction parts_;
};

}  // namespace modecheck::engine
