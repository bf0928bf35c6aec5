// Holds the return addresses of a call, which are resolved to lines only when a story is told.
#pragma once

#include <cstdint>
#include <vector>

namespace modecheck::engine::provenance {

class Frames {
 public:
  // The most frames that are kept, counted from the innermost one.
  static constexpr std::size_t most = 64;

  // Returns the addresses of the calls that are running on this thread, the innermost first. Each address lies inside
  // the call instruction.
  static Frames capture();

  const std::vector<std::uintptr_t>& addresses() const { return addresses_; }

 private:
  std::vector<std::uintptr_t> addresses_;
};

}  // namespace modecheck::engine::provenance
