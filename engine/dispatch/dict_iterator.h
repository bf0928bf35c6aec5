// The iterator of c10::Dict. It stays valid until its entry is removed.
#pragma once

#include <cstddef>
#include <iterator>

#include "engine/dispatch/dict_entry.h"

namespace c10 {
inline namespace modecheck_v1 {
namespace impl {

template <typename Key, typename Value>
class DictIterator final {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = DictEntryRef<Key, Value>;
  using difference_type = std::ptrdiff_t;
  using pointer = const value_type*;
  using reference = const value_type&;

  explicit DictIterator(detail::DictImpl::Entries::iterator place) : place_(place), entry_(place) {}

  reference operator*() const { return entry_; }
  pointer operator->() const { return &entry_; }
  DictIterator& operator++() { return *this = DictIterator(std::next(place_)); }
  DictIterator operator++(int) {
    const DictIterator before = *this;
    ++*this;
    return before;
  }
  detail::DictImpl::Entries::iterator place() const { return place_; }
  friend bool operator==(const DictIterator& a, const DictIterator& b) { return a.place_ == b.place_; }
  friend bool operator!=(const DictIterator& a, const DictIterator& b) { return a.place_ != b.place_; }

 private:
  detail::DictImpl::Entries::iterator place_;
  value_type entry_;
};

}  // namespace impl
}  // namespace modecheck_v1
}  // namespace c10
