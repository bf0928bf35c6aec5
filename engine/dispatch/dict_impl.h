// The data that all handles of one dictionary share: the entries in insertion order, and an index from keys to entries.
#pragma once

#include <cstddef>
#include <iterator>
#include <list>
#include <unordered_map>
#include <utility>

#include "engine/dispatch/ivalue.h"

namespace c10 {
inline namespace modecheck_v1 {
namespace detail {

class DictImpl final {
 public:
  using Entry = std::pair<IValue, IValue>;
  using Entries = std::list<Entry>;

  Entries& entries() { return entries_; }
  Entries::iterator find(const IValue& key) {
    const auto found = places_.find(key);
    return found == places_.end() ? entries_.end() : found->second;
  }
  // Inserts an entry unless the key exists. Returns the key's entry, and whether it is new.
  std::pair<Entries::iterator, bool> insert(IValue key, IValue value) {
    const auto found = find(key);
    if (found != entries_.end()) return {found, false};
    entries_.emplace_back(key, std::move(value));
    const auto place = std::prev(entries_.end());
    places_.emplace(std::move(key), place);
    return {place, true};
  }
  void erase(Entries::iterator place) {
    places_.erase(place->first);
    entries_.erase(place);
  }
  void clear() {
    places_.clear();
    entries_.clear();
  }
  void reserve(std::size_t count) { places_.reserve(count); }

 private:
  // Computes a key's hash. A tensor as a key equals only the same tensor object, whatever its elements are.
  struct Hash {
    std::size_t operator()(const IValue& key) const { return IValue::hash(key); }
  };
  struct Same {
    bool operator()(const IValue& a, const IValue& b) const { return a.isTensor() ? a.is(b) : a == b; }
  };

  Entries entries_;
  std::unordered_map<IValue, Entries::iterator, Hash, Same> places_;
};

}  // namespace detail
}  // namespace modecheck_v1
}  // namespace c10
