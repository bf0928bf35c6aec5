// What calls of operators on tensors with symbolic sizes gave, so that the next call with the same arguments needs no
// rule and no questions. PyTorch's FakeTensorMode has such a cache, too.
//
// The answers of the first call are guards of the shape environment, so they hold for the next one as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/tracing/call_record.h"

namespace modecheck::engine::fake {

class SymbolicSizes;

class CallCache {
 public:
  // Says which operator is called, and everything of its arguments that a rule can ask for.
  using Key = std::vector<std::int64_t>;
  // What a call does to the storage of a tensor. A storage that grows if it must has at least the bytes that it had.
  enum class Storage : std::uint8_t { Kept, Filled, Grown };
  // What a call gives a tensor.
  struct Given {
    std::uint32_t geometry;  // the number of its geometry, or 0 if its sizes are numbers
    Storage storage;
  };
  // Each entry belongs to a result. An operator without results has entries for the tensors that it writes, or none if
  // these keep their geometry.
  using Results = std::vector<Given>;

  // How many calls found what an earlier one gave, and how many did not. Calls that must not be kept are in neither.
  struct Info {
    std::uint64_t hits = 0;
    std::uint64_t misses = 0;
  };

  const Info& info() const { return info_; }
  // Returns what a call with this key gave, or null. The pointer is valid until the next keep() or forget().
  const Results* find(const Key& key);
  void keep(Key key, Results results);
  void forget() { calls_.clear(); }

 private:
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  std::unordered_map<Key, Results, Hash> calls_;
  Info info_;
};

// Returns whether a size of the result depends on the elements of an argument.
bool has_size_of_data(const CallRecord& record);

// Writes the key of a call to `out`. Returns false for a call that must not be kept. Such a call has no symbols in its
// arguments, changes the storage of one, depends on the size of a storage, or changes sizes unseen by autograd.
bool write_key(const SymbolicSizes& sizes, const CallRecord& record, CallCache::Key& out);

}  // namespace modecheck::engine::fake
