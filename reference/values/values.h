// Holds the values of a program while the reference runs it: the bytes of every storage, and how precisely they are
// determined.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "reference/values/expectation.h"
#include "spec/interface/effect.h"
#include "spec/program/limits.h"

namespace modecheck::reference {

struct StorageValues {
  alignas(64) std::array<std::uint8_t, spec::kMaxStorageBytes> bytes;
  std::uint32_t size = 0;
  Expectation state;
  std::uint64_t stamp = 0;  // a number that changes with every write; no two storages ever have the same
};

class Values {
 public:
  // Clears all storages for the next program, but keeps the allocated memory.
  void clear() { used_ = 0; }

  void create(spec::StorageId id, std::uint32_t bytes);
  void resize(spec::StorageId id, std::uint32_t bytes);

  StorageValues& at(spec::StorageId id) { return storages_[id]; }
  const StorageValues& at(spec::StorageId id) const { return storages_[id]; }

  // Returns the newest stamp. While it stays the same, no storage has been written.
  std::uint64_t last_stamp() const { return stamp_; }

  // Gives the storage a new stamp. It must be called after every write to the storage.
  void touch(StorageValues& storage) { storage.stamp = ++stamp_; }

 private:
  std::vector<StorageValues> storages_;  // The index is the storage's id; ids start at 1.
  std::size_t used_ = 0;
  std::uint64_t stamp_ = 0;
};

}  // namespace modecheck::reference
