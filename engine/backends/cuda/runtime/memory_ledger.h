// Counts the device memory in use, and enforces the limit on it. Only one thread at a time may use an object.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include "engine/backends/cuda/runtime/runtime.h"

namespace modecheck::engine::cuda {

class MemoryLedger {
 public:
  // Returns true if `bytes` more fit within the limit. Otherwise counts a refused request and returns false.
  bool has_room(std::size_t bytes) {
    const bool fits = now_.limit == 0 || bytes <= now_.limit - std::min(now_.limit, now_.in_use);
    if (!fits) ++now_.refusals;
    return fits;
  }
  void take(std::size_t bytes) {
    now_.in_use += bytes;
    now_.given += bytes;
    now_.peak = std::max(now_.peak, now_.in_use);
    ++now_.blocks;
  }
  void give_back(std::size_t bytes) {
    now_.in_use -= bytes;
    --now_.blocks;
  }
  // Undoes take() because the device could not provide the memory. Counts a refused request.
  void refuse(std::size_t bytes) {
    give_back(bytes);
    now_.given -= bytes;
    ++now_.refusals;
  }
  void limit(std::size_t bytes) { now_.limit = bytes; }
  void reset_peak() { now_.peak = now_.in_use; }
  const MemoryStatistics& now() const { return now_; }

  std::string refusal(std::size_t bytes) const {
    return "cannot allocate " + std::to_string(bytes) + " bytes: " + std::to_string(now_.in_use) + " of " +
           std::to_string(now_.limit) + " are in use";
  }

 private:
  MemoryStatistics now_;
};

}  // namespace modecheck::engine::cuda
