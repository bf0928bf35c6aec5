// Holds the values of a program: the bytes of every storage, and how precisely they are determined.
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
  std::uint64_t stamp = 0;  // changes with every write; no two storages ever have the same stamp
};

class Values {
 public:
  // Forgets all storages but keeps their memory for the next program.
  void clear() { used_ = 0; }

  void create(spec::StorageId id, std::uint32_t bytes);
  void resize(spec::StorageId id, std::uint32_t bytes);

  StorageValues& at(spec::StorageId id) { return storages_[id]; }
  const StorageValues& at(spec::StorageId id) const { return storages_[id]; }

  // Returns the stamp given last. While this number stays the same, no storage has been written.
  std::uint64_t last_stamp() const { return stamp_; }

  // Gives the storage a new stamp. Call this after every write.
  void touch(StorageValues& storage) { storage.stamp = ++stamp_; }

 private:
  std::vector<StorageValues> storages_;  // by id; ids start at 1
  std::size_t used_ = 0;
  std::uint64_t stamp_ = 0;
};

}  // namespace modecheck::reference
