// A call of an operator with the same arguments as an earlier one.
#pragma once

#include <optional>
#include <vector>

#include "engine/fake/call_cache.h"
#include "engine/fake/symbolic_sizes.h"
#include "engine/tracing/call_record.h"

namespace modecheck::engine::fake {

class RememberedCall final : public SymbolicTracer::Call {
 public:
  // `given` is what the earlier call gave. It must outlive this call.
  RememberedCall(SymbolicSizes& sizes, const CallRecord& record, const CallCache::Results& given);

  void has_run() override;
  void was_rejected(std::optional<ErrorClass> why) override;

 private:
  bool give(const std::vector<at::Tensor>& tensors);

  SymbolicSizes& sizes_;
  const CallRecord& record_;
  const CallCache::Results& given_;
  std::vector<std::optional<Expression>> bytes_before_;  // of the storages that grow, or nothing if not known
};

}  // namespace modecheck::engine::fake
