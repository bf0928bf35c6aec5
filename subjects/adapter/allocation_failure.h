// The starved subject: the engine, with allocations that fail. Every command that allocates is tried with its first
// allocation failing, then with its second, and so on. The first try in which no allocation fails is the command
// itself. A try that failed must have raised, and must have left everything as it was (rule E1). The last try and the
// rest of the program are judged as for any subject.
//
// A backward that fails may have accumulated gradients and freed nodes (E1). Some backwards are made to fail once, at
// one allocation. After that only two things are judged: that the program ends, and that it leaves no objects behind.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "spec/interface/observation.h"
#include "spec/interface/trace.h"
#include "spec/program/operation.h"
#include "subjects/adapter/observe.h"
#ifdef MODECHECK_ALLOCATION_FAILURE
#include "engine/autograd/graph/composite_transaction.h"
#include "engine/core/memory/allocation_gate.h"
#include "engine/core/memory/free_list.h"
#endif

namespace modecheck::subjects {

#ifdef MODECHECK_ALLOCATION_FAILURE
constexpr bool fails_allocations = true;

inline void keep_no_free_blocks() { engine::FreeLists::keep_none(); }
inline void fail_allocation(std::int64_t number) { engine::AllocationGate::close_before(number); }
// Returns true if an allocation failed. From here on, allocations of the adapter itself succeed.
inline bool end_failing() { return engine::AllocationGate::open(); }
// While an object of this class lives, no allocation fails: code of the program runs, such as a hook.
using NotFailing = engine::AllocationGate::Pause;
// A transaction around a whole command, including the code that packs and unpacks its arguments and results.
using Whole = engine::CompositeTransaction;
#else
constexpr bool fails_allocations = false;

inline void keep_no_free_blocks() {}
inline void fail_allocation(std::int64_t /*number*/) {}
inline bool end_failing() { return false; }
struct NotFailing {
  NotFailing() {}   // NOLINT: without a constructor, the compiler would call an object of this type unused
  ~NotFailing() {}  // NOLINT: the same
};
struct Whole {
  void commit() {}
};
#endif

// No command makes this many allocations.
constexpr std::int64_t most_allocations = 2000;

// Returns true if a command may still fail after its operator has run. That happens if the results are packed into a
// list. It also happens in user code such as a custom Function, which keeps its regenerated inputs (rule F1). Any other
// command must undo its own changes.
inline bool may_fail_afterwards(const spec::Operation& row) {
  return row.kind == spec::CommandKind::Custom || (row.kind == spec::CommandKind::Operator && spec::returns_list(row));
}

// Remembers the observation and the modes before a command, and compares the present state with them.
class Unchanged {
 public:
  // `bytes` holds the values to which `before` refers.
  Unchanged(const Observer& observer, const spec::Observation& before, const spec::Trace& bytes)
      : observer_(observer), before_(before), bytes_(bytes), mode_(access::mode()) {}

  // Describes in words what changed since the state was remembered; "" if nothing did.
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
