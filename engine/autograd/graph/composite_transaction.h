// A composite operator is rejected as a whole: the histories that its first parts regenerated or wrote are put back if
// a later part raises (E1).
#pragma once

#include "engine/autograd/graph/history.h"

namespace modecheck::engine {

// While one lives on a thread, the transactions of the parts that succeed hand over to it.
class CompositeTransaction {
 public:
  CompositeTransaction() noexcept;
  ~CompositeTransaction();
  CompositeTransaction(const CompositeTransaction&) = delete;
  CompositeTransaction& operator=(const CompositeTransaction&) = delete;

  // All parts have succeeded. Hands over to the composite around this one, if there is one.
  void commit();

  // The innermost of this thread; nullptr if there is none.
  static HistoryTransaction* current() noexcept;
  // The tensor's history or tangent is about to change for good: only a composite, if there is one, may yet fail.
  static void remember(const at::Tensor& tensor) {
    if (HistoryTransaction* const composite = current(); composite != nullptr) [[unlikely]]
      composite->remember(tensor);
  }

 private:
  CompositeTransaction* const outer_;
  HistoryTransaction parts_;
};

}  // namespace modecheck::engine
