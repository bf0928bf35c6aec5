#include "engine/autograd/graph/composite_transaction.h"

namespace modecheck::engine {
namespace {

constinit thread_local CompositeTransaction* innermost = nullptr;

}  // namespace

CompositeTransaction::CompositeTransaction() noexcept : outer_(innermost) { innermost = this; }

CompositeTransaction::~CompositeTransaction() { innermost = outer_; }

void CompositeTransaction::commit() {
  innermost = outer_;
  parts_.commit();
}

HistoryTransaction* CompositeTransaction::current() noexcept { return innermost ? &innermost->parts_ : nullptr; }

}  // namespace modecheck::engine
