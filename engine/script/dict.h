// Declares Dict, the entries of a TorchScript dictionary in the order in which they were inserted. Keys are strings,
// integers, floats, bools, complex numbers, devices or tensors, which are told apart by identity.
#pragma once

#include <cstddef>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/script/type.h"
#include "engine/script/value.h"

namespace modecheck::engine::script {

struct Dict {
  using Entry = std::pair<Value, Value>;

  Dict() = default;
  ~Dict() { clear(); }
  Dict(const Dict&) = delete;
  Dict& operator=(const Dict&) = delete;

  // Returns the value of the key, or null. Raises if a value of the key's type cannot be a key.
  Value* find(const Value& key);
  // Inserts the entry, or gives the existing key the value.
  void set(const Value& key, Value value);
  // Removes the entry and returns whether there was one.
  bool erase(const Value& key);
  void clear();
  const std::vector<Entry>& entries() const { return entries_; }
  std::size_t size() const { return entries_.size(); }

  // The types of keys and values, or null if the program did not say them. Only an empty dictionary needs them.
  TypeRef key;
  TypeRef value;

 private:
  std::vector<Entry> entries_;
  std::unordered_multimap<std::size_t, std::size_t> places_;  // from a key's hash to its place in entries_
};

}  // namespace modecheck::engine::script
