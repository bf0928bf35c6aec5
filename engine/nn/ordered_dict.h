// Declares torch::OrderedDict, a map that keeps its entries in the order of insertion.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/core/errors/error.h"
#include "engine/nn/ordered_dict_item.h"

namespace torch {
inline namespace modecheck_v1 {

template <typename Key, typename Value>
class OrderedDict {
 public:
  using Item = OrderedDictItem<Key, Value>;
  using Iterator = typename std::vector<Item>::iterator;
  using ConstIterator = typename std::vector<Item>::const_iterator;

  // Makes an empty dictionary. `key_description` is the word for a key in error messages.
  explicit OrderedDict(std::string key_description = "Key") : key_description_(std::move(key_description)) {}
  OrderedDict(std::initializer_list<Item> items) : OrderedDict() {
    for (const Item& item : items) {
      items_.push_back(item);
      index_.emplace(item.key(), items_.size() - 1);
    }
  }

  const std::string& key_description() const noexcept { return key_description_; }
  std::size_t size() const noexcept { return items_.size(); }
  bool is_empty() const noexcept { return items_.empty(); }
  void reserve(std::size_t capacity) { items_.reserve(capacity); }

  // Returns the first item. Raises an Argument error if the dictionary is empty.
  Item& front() { return const_cast<Item&>(std::as_const(*this).front()); }
  const Item& front() const {
    MODECHECK_CHECK(!items_.empty(), modecheck::engine::ErrorClass::Argument, "Called front() on an empty OrderedDict");
    return items_.front();
  }
  Item& back() { return const_cast<Item&>(std::as_const(*this).back()); }
  const Item& back() const {
    MODECHECK_CHECK(!items_.empty(), modecheck::engine::ErrorClass::Argument, "Called back() on an empty OrderedDict");
    return items_.back();
  }

  // Returns the item at position `index`, in the order of insertion. Raises an Index error if it is out of range.
  Item& operator[](std::size_t index) { return const_cast<Item&>(std::as_const(*this)[index]); }
  const Item& operator[](std::size_t index) const {
    MODECHECK_CHECK(index < items_.size(), modecheck::engine::ErrorClass::Index, "Index ", index, " is out of bounds");
    return items_[index];
  }
  // Returns the value of the key. Raises an Argument error if the key is not in the dictionary.
  Value& operator[](const Key& key) { return const_cast<Value&>(std::as_const(*this)[key]); }
  const Value& operator[](const Key& key) const {
    const Value* const found = find(key);
    MODECHECK_CHECK(found != nullptr, modecheck::engine::ErrorClass::Argument, key_description_, " '", key,
                    "' is not defined");
    return *found;
  }
  // Returns a pointer to the value of the key, or null if the key is not in the dictionary.
  Value* find(const Key& key) noexcept { return const_cast<Value*>(std::as_const(*this).find(key)); }
  const Value* find(const Key& key) const noexcept {
    const auto found = index_.find(key);
    return found == index_.end() ? nullptr : &items_[found->second].value();
  }
  bool contains(const Key& key) const noexcept { return find(key) != nullptr; }

  Iterator begin() { return items_.begin(); }
  ConstIterator begin() const { return items_.begin(); }
  Iterator end() { return items_.end(); }
  ConstIterator end() const { return items_.end(); }

  // Appends an entry and returns its value. Raises an Argument error if the key is already in the dictionary.
  template <typename K, typename V>
  Value& insert(K&& key, V&& value) {
    return insert(Key(std::forward<K>(key)), Value(std::forward<V>(value)));
  }
  Value& insert(Key key, Value&& value) {
    MODECHECK_CHECK(index_.count(key) == 0, modecheck::engine::ErrorClass::Argument, key_description_, " '", key,
                    "' already defined");
    items_.emplace_back(key, std::move(value));
    index_.emplace(std::move(key), items_.size() - 1);
    return items_.back().value();
  }
  // Appends all entries of `other`. Raises an Argument error at the first key that is already in the dictionary; the
  // entries before it stay.
  void update(const OrderedDict& other) {
    reserve(size() + other.size());
    for (const Item& item : other) insert(item.key(), item.value());
  }
  void update(OrderedDict&& other) {
    reserve(size() + other.size());
    for (Item& item : other) insert(item.key(), std::move(item.value()));
  }
  // Removes the entry of the key. Raises an Argument error if the key is not in the dictionary.
  void erase(const Key& key) {
    const auto found = index_.find(key);
    MODECHECK_CHECK(found != index_.end(), modecheck::engine::ErrorClass::Argument, "Key '", key, "' doesn't exist");
    const std::size_t place = found->second;
    items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(place));
    index_.erase(found);
    for (auto& entry : index_)
      if (entry.second > place) --entry.second;
  }
  void clear() {
    index_.clear();
    items_.clear();
  }

  const std::vector<Item>& items() const noexcept { return items_; }
  std::vector<Key> keys() const {
    std::vector<Key> out;
    for (const Item& item : items_) out.push_back(item.key());
    return out;
  }
  std::vector<Value> values() const {
    std::vector<Value> out;
    for (const Item& item : items_) out.push_back(item.value());
    return out;
  }
  std::vector<std::pair<Key, Value>> pairs() const {
    std::vector<std::pair<Key, Value>> out;
    for (const Item& item : items_) out.push_back(item.pair());
    return out;
  }

  // Returns whether the dictionaries have the same keys in the same order, and equal values.
  friend bool operator==(const OrderedDict& a, const OrderedDict& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!(a.items_[i].key() == b.items_[i].key() && a.items_[i].value() == b.items_[i].value())) return false;
    return true;
  }

 private:
  std::unordered_map<Key, std::size_t> index_;
  std::vector<Item> items_;
  std::string key_description_;
};

}  // namespace modecheck_v1
}  // namespace torch
