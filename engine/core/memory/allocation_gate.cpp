#include "engine/core/memory/allocation_gate.h"

#include <utility>

namespace modecheck::engine {

constinit thread_local std::int64_t AllocationGate::left_ = -1;
constinit thread_local bool AllocationGate::refused_ = false;

void AllocationGate::close_before(std::int64_t number) noexcept {
  left_ = number;
  refused_ = false;
}

bool AllocationGate::open() noexcept {
  left_ = -1;
  return std::exchange(refused_, false);
}

bool AllocationGate::refuses_now() noexcept {
  const bool now = left_-- == 0;
  refused_ = refused_ || now;
  return now;
}

}  // namespace modecheck::engine
