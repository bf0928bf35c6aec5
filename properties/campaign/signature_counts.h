// A SignatureCounts counts for each signature of a mismatch, known or new, the programs that showed it. The object
// holds no pointers, so that processes can share it in memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "properties/campaign/showings.h"
#include "properties/lockstep/signature.h"

namespace modecheck::properties {

class SignatureCounts {
 public:
  // Searches show a few thousand signatures at most.
  static constexpr std::size_t kMost = 12'288;

  // Returns a number that stands for the signature, the same in every build.
  static std::uint64_t id_of(const Signature& signature);

  // Counts a program that showed the signature `id`. A program must be added once for each signature.
  void add(std::uint64_t id, std::uint64_t program);
  void clear();

  // Calls `each` with the id and the Showings of every signature that was counted.
  template <typename Each>
  void visit(Each&& each) const {
    for (const Entry& entry : entries_)
      if (entry.id != 0) each(entry.id, entry.shown);
  }
  // Returns how often a program was not counted, because it showed a signature beyond the first kMost ones.
  std::uint64_t left_out() const { return left_out_; }

 private:
  struct Entry {
    std::uint64_t id = 0;  // 0: the entry is free
    Showings shown;
  };

  // An open hash table. A quarter of the entries stays free, so that a search in it is short.
  std::array<Entry, kMost / 3 * 4> entries_{};
  std::size_t size_ = 0;
  std::uint64_t left_out_ = 0;
};

}  // namespace modecheck::properties
