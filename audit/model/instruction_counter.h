// Counts the instructions that this thread executes in user mode, by the counter of the processor.
#pragma once

#include <cstdint>
#include <optional>

namespace modecheck::audit {

class InstructionCounter {
 public:
  // Opens the counter. Many virtual machines and containers do not allow this; read() then returns nothing.
  InstructionCounter();
  ~InstructionCounter();
  InstructionCounter(const InstructionCounter&) = delete;
  InstructionCounter& operator=(const InstructionCounter&) = delete;

  std::optional<std::uint64_t> read() const;

 private:
  int descriptor_;
};

}  // namespace modecheck::audit
