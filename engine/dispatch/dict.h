// Declares c10::Dict, the `Dict(str, Tensor)` of schemas. Keys are integers, floating-point numbers, bools, strings or
// tensors. As in libtorch a Dict is a handle: copies share the entries, and copy() makes new ones. Iteration follows
// the order of insertion.
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

#include "engine/dispatch/dict_iterator.h"

namespace c10 {
inline namespace modecheck_v1 {

template <typename Key, typename Value>
class Dict final {
 public:
  using key_type = Key;
  using mapped_type = Value;
  using size_type = std::size_t;
  using iterator = impl::DictIterator<Key, Value>;

  Dict() : impl_(std::make_shared<detail::DictImpl>()) {}
  // Makes a handle that shares the entries of `impl`, whose keys and values must have the types Key and Value.
  explicit Dict(std::shared_ptr<detail::DictImpl> impl) : impl_(std::move(impl)) {}
  Dict(const Dict&) = default;
  Dict& operator=(const Dict&) = default;
  ~Dict() = default;

  Dict copy() const {
    Dict out;
    for (const auto& [key, value] : impl_->entries()) out.impl_->insert(key, value);
    return out;
  }

  iterator begin() const { return iterator(impl_->entries().begin()); }
  iterator end() const { return iterator(impl_->entries().end()); }
  bool empty() const { return impl_->entries().empty(); }
  size_type size() const { return impl_->entries().size(); }
  void clear() const { impl_->clear(); }
  void reserve(size_type count) const { impl_->reserve(count); }

  // Inserts an entry, unless the key exists: then the entry keeps its value. Returns the key's entry, and whether it is
  // new.
  template <typename K, typename V>
  std::pair<iterator, bool> insert(K&& key, V&& value) const {
    const auto [place, is_new] =
        impl_->insert(IValue(Key(std::forward<K>(key))), IValue(Value(std::forward<V>(value))));
    return {iterator(place), is_new};
  }
  // Inserts an entry, or gives the key's existing entry the new value. Returns the key's entry, and whether it is new.
  template <typename K, typename V>
  std::pair<iterator, bool> insert_or_assign(K&& key, V&& value) const {
    IValue boxed(Value(std::forward<V>(value)));
    const auto [place, is_new] = impl_->insert(IValue(Key(std::forward<K>(key))), boxed);
    if (!is_new) place->second = std::move(boxed);
    return {iterator(place), is_new};
  }
  void erase(iterator place) const { impl_->erase(place.place()); }
  // Removes the key's entry. Returns the number of removed entries: 0 or 1.
  size_type erase(const Key& key) const {
    const auto place = impl_->find(IValue(key));
    if (place == impl_->entries().end()) return 0;
    impl_->erase(place);
    return 1;
  }
  iterator find(const Key& key) const { return iterator(impl_->find(IValue(key))); }
  bool contains(const Key& key) const { return find(key) != end(); }
  // Returns the key's value. Raises std::out_of_range if the key does not exist.
  Value at(const Key& key) const {
    const iterator place = find(key);
    if (place == end()) throw std::out_of_range("Argument passed to at() was not in the map.");
    return place->value();
  }

  // The operator == compares the entries, whatever their order. is() returns whether both handles share one dictionary.
  friend bool operator==(const Dict& a, const Dict& b) { return IValue(a) == IValue(b); }
  friend bool operator!=(const Dict& a, const Dict& b) { return !(a == b); }
  bool is(const Dict& other) const { return impl_ == other.impl_; }
  const std::shared_ptr<detail::DictImpl>& impl() const { return impl_; }

 private:
  std::shared_ptr<detail::DictImpl> impl_;
};

// A dictionary with boxed keys and values, as an IValue holds it.
using GenericDict = Dict<IValue, IValue>;

template <typename Key, typename Value>
IValue::IValue(const Dict<Key, Value>& value) : value_(value.impl()) {}
template <typename Key, typename Value>
IValue::IValue(const std::unordered_map<Key, Value>& values) {
  Dict<Key, Value> dict;
  for (const auto& [key, value] : values) dict.insert(key, value);
  value_ = dict.impl();
}
inline Dict<IValue, IValue> IValue::toGenericDict() const {
  return GenericDict(as<std::shared_ptr<detail::DictImpl>>("Dict"));
}

namespace impl {
// Returns a handle to the same dictionary with other types for keys and values. The types are not checked until an
// entry is read.
template <typename Key, typename Value>
Dict<Key, Value> toTypedDict(const GenericDict& dict) {
  return Dict<Key, Value>(dict.impl());
}
template <typename Key, typename Value>
GenericDict toGenericDict(const Dict<Key, Value>& dict) {
  return GenericDict(dict.impl());
}
}  // namespace impl

}  // namespace modecheck_v1
}  // namespace c10

namespace modecheck::engine {

template <typename Key, typename Value>
struct Boxed<c10::Dict<Key, Value>> {
  static std::string schema_type() {
    return "Dict(" + Boxed<Key>::schema_type() + ", " + Boxed<Value>::schema_type() + ")";
  }
  static c10::Dict<Key, Value> get(const c10::IValue& value) {
    return c10::impl::toTypedDict<Key, Value>(value.toGenericDict());
  }
};
// Unboxes a dictionary as a std::unordered_map, by copying its entries.
template <typename Key, typename Value>
struct Boxed<std::unordered_map<Key, Value>> {
  static std::string schema_type() { return Boxed<c10::Dict<Key, Value>>::schema_type(); }
  static std::unordered_map<Key, Value> get(const c10::IValue& value) {
    std::unordered_map<Key, Value> out;
    for (const auto& entry : Boxed<c10::Dict<Key, Value>>::get(value)) out.emplace(entry.key(), entry.value());
    return out;
  }
};

}  // namespace modecheck::engine
