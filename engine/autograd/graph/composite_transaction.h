// Rejects a composite operator as a whole (rule E1). If one of the operators that it calls raises, the histories that
// the earlier operators regenerated or wrote are restored.
#pragma once

#include "engine/autograd/graph/history.h"

namespace modecheck::engine {

// The transaction of a composite operator. While this object exists on a thread, the transactions of the operators that
// succeed hand their changes over to it.
class CompositeTransaction {
 public:
  CompositeTransaction() noexcept;
  ~CompositeTransaction();
  CompositeTransaction(const CompositeTransaction&) = delete;
  CompositeTransaction& operator=(const CompositeTransaction&) = delete;

  // Keeps all changes, or hands them over to the enclosing composite operator, if there is one. Called when all
  // operators of the composite have succeeded.
  void commit();

  // Returns the innermost composite operator's transaction on this thread, or nullptr outside of composite operators.
  static HistoryTransaction* current() noexcept;
  // Remembers the tensor's history, so that it can be restored if a later operator of the composite fails. This needs
  // memory and may fail. It must therefore be called before a commit(), which cannot fail, changes the tensor's history
  // or tangent.
  static void remember(const at::Tensor& tensor) {
    if (HistoryTransaction* const composite = current(); composite != nullptr) [[unlikely]]
      composite->remember(tensor);
  }

 private:
  CompositeTransaction* const outer_;
  HistoryTransaction parts_;
};

}  // namespace modecheck::engine
