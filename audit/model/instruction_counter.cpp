#include "audit/model/instruction_counter.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace modecheck::audit {

InstructionCounter::InstructionCounter() {
  perf_event_attr attributes{};
  attributes.size = sizeof attributes;
  attributes.type = PERF_TYPE_HARDWARE;
  attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  descriptor_ = static_cast<int>(::syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0));
}

InstructionCounter::~InstructionCounter() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::optional<std::uint64_t> InstructionCounter::read() const {
  std::uint64_t count = 0;
  if (descriptor_ < 0 || ::read(descriptor_, &count, sizeof count) != sizeof count) return std::nullopt;
  return count;
}

}  // namespace modecheck::audit
