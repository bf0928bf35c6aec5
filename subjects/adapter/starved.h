// The starved subject: the engine, with memory that runs out. Every command that allocates is tried with its first
// allocation failing, then with its second, and so on, until one try needs no more than it gets; that try is the
// command. A try that failed must have said so and must have left everything as it was (E1); that the command succeeds
// in the end, and that the rest of the program is as the specification says, is judged as for any subject.
//
// A backward that fails may have accumulated and freed (E1): some are made to fail once, somewhere, and then nothing
// more of that program is judged but that it comes to its end and leaves nothing behind.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "spec/interface/observation.h"
#include "spec/interface/trace.h"
#include "spec/program/operation.h"
#include "subjects/adapter/observe.h"
#ifdef MODECHECK_STARVED
#include "engine/autograd/graph/composite_transaction.h"
#include "engine/core/memory/allocation_gate.h"
#include "engine/core/memory/free_list.h"
#endif

namespace modecheck::subjects {

#ifdef MODECHECK_STARVED
constexpr bool is_starved = true;

inline void starve_thread() { engine::FreeLists::keep_none(); }
inline void fail_allocation(std::int64_t number) { engine::AllocationGate::close_before(number); }
// Whether it failed. What the adapter does by itself from here on gets its memory.
inline bool end_failing() { return engine::AllocationGate::open(); }
// A command as a whole, what packs and unpacks its arguments and results included.
using Whole = engine::CompositeTransaction;
#else
constexpr bool is_starved = false;

inline void starve_thread() {}
inline void fail_allocation(std::int64_t /*number*/) {}
inline bool end_failing() { return false; }
struct Whole {
  void commit() {}
};
#endif

// More than any command allocates.
constexpr std::int64_t most_allocations = 2000;

// Whether what has run may still fail: where results are packed into a list, and in a user's function, whose inputs
// stay regenerated (F1). Everywhere else the engine has to undo by itself what it did.
inline bool may_fail_afterwards(const spec::Operation& row) {
  return row.kind == spec::CommandKind::Custom || (row.kind == spec::CommandKind::Operator && spec::returns_list(row));
}

// What was before a command, and whether it still is.
class Unchanged {
 public:
  // `before` was observed into `bytes`.
  Unchanged(const Observer& observer, const spec::Observation& before, const spec::Trace& bytes)
      : observer_(observer), before_(before), bytes_(bytes), mode_(access::mode()) {}

  // What changed, in words; empty if nothing did.
  std::string difference() {
    if (now_ == nullptr) now_ = std::make_unique<spec::Trace>();
    now_->clear();
    spec::Observation& now = now_->initial.observation;
    now = {};
    observer_.observe(*now_, now);
    const spec::ModeObservation mode = access::mode();
    if (std::memcmp(&mode, &mode_, sizeof mode) != 0) return "the thread's modes";
    for (std::size_t i = 0; i < now.registers.size(); ++i) {
      const spec::RegisterObservation& was = before_.registers[i];
      const spec::RegisterObservation& is = now.registers[i];
      const std::string name = "r" + std::to_string(i);
      if (was.tensor.version != is.tensor.version) return name + ".version";
      if (std::memcmp(&was.tensor, &is.tensor, sizeof is.tensor) != 0) return name;
      if (std::memcmp(&was.grad, &is.grad, sizeof is.grad) != 0) return name + ".grad";
      if (!same_bytes(was.storage, is.storage)) return "the bytes of " + name;
      if (!same_bytes(was.grad_values, is.grad_values)) return "the bytes of " + name + ".grad";
    }
    return {};
  }

 private:
  bool same_bytes(const spec::ByteRange& was, const spec::ByteRange& is) const {
    return was.size == is.size &&
           std::memcmp(bytes_.bytes.data() + was.begin, now_->bytes.data() + is.begin, is.size) == 0;
  }

  const Observer& observer_;
  const spec::Observation& before_;
  const spec::Trace& bytes_;
  spec::ModeObservation mode_;
  std::unique_ptr<spec::Trace> now_;
};

}  // namespace modecheck::subjects
