// Declares torch::OrderedDict<Key, Value>::Item, one entry of the dictionary.
#pragma once

#include <utility>

namespace torch {
inline namespace modecheck_v1 {

template <typename Key, typename Value>
class OrderedDictItem {
 public:
  OrderedDictItem(Key key, Value value) : pair_(std::move(key), std::move(value)) {}

  const Key& key() const noexcept { return pair_.first; }
  Value& value() noexcept { return pair_.second; }
  const Value& value() const noexcept { return pair_.second; }
  const std::pair<Key, Value>& pair() const noexcept { return pair_; }
  // The operators * and -> give access to the value.
  Value& operator*() { return value(); }
  const Value& operator*() const { return value(); }
  Value* operator->() { return &value(); }
  const Value* operator->() const { return &value(); }

 private:
  std::pair<Key, Value> pair_;
};

}  // namespace modecheck_v1
}  // namespace torch
