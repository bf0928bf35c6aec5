// A call of an operator with the same arguments as an earlier one.
#pragma once

#include "engine/fake/call_cache.h"
#include "engine/fake/symbolic_sizes.h"
#include "engine/tracing/call_record.h"

namespace modecheck::engine::fake {

class RememberedCall final : public SymbolicTracer::Call {
 public:
  // `results` is what the earlier call gave.
  RememberedCall(SymbolicSizes& sizes, const CallRecord& record, CallCache::Results results)
      : sizes_(sizes), record_(record), results_(std::move(results)) {}

  void has_run() override;
  void was_rejected(ErrorClass why) override;

 private:
  SymbolicSizes& sizes_;
  const CallRecord& record_;
  CallCache::Results results_;
};

}  // namespace modecheck::engine::fake
