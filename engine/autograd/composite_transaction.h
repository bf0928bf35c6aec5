// A composite operator is rejected as a whole: what its first parts regenerated is put back if a later part raises
// (E1).
#pragma once

#include "engine/autograd/history.h"

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

 private:
  CompositeTransaction* const outer_;
  HistoryTransaction parts_;
};

}  // namespace modecheck::engine
