// An entry of a c10::Dict: a key and a value, as iterators return it.
#pragma once

#include <utility>

#include "engine/dispatch/boxing.h"
#include "engine/dispatch/dict_impl.h"

namespace c10 {
inline namespace modecheck_v1 {
namespace impl {

template <typename Key, typename Value>
class DictEntryRef final {
 public:
  explicit DictEntryRef(detail::DictImpl::Entries::iterator place) : place_(place) {}

  Key key() const { return place_->first.template to<Key>(); }
  Value value() const { return place_->second.template to<Value>(); }
  template <typename V>
  void setValue(V&& value) const {
    place_->second = IValue(Value(std::forward<V>(value)));
  }

 private:
  detail::DictImpl::Entries::iterator place_;
};

}  // namespace impl
}  // namespace modecheck_v1
}  // namespace c10
