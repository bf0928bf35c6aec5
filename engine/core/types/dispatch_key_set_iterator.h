// Iterates over the keys of a set in dispatch order: `for (c10::DispatchKey key : tensor.key_set())`. A per-backend
// functionality, such as autograd, counts as one key for each backend in the set.
#pragma once

#include <cstddef>
#include <iterator>

#include "engine/core/types/dispatch_key_set.h"

namespace c10 {
inline namespace modecheck_v1 {

class DispatchKeySetIterator final {
 public:
  using iterator_category = std::forward_iterator_tag;
  using value_type = DispatchKey;
  using difference_type = std::ptrdiff_t;
  using pointer = const DispatchKey*;
  using reference = const DispatchKey&;

  constexpr DispatchKeySetIterator() = default;
  // Makes an iterator at the first key of the set in dispatch order, starting the search at position `place` of that
  // order.
  constexpr DispatchKeySetIterator(DispatchKeySet keys, std::size_t place) : keys_(keys), place_(place) { skip(); }

  constexpr const DispatchKey& operator*() const { return order[place_]; }
  constexpr DispatchKeySetIterator& operator++() {
    ++place_;
    skip();
    return *this;
  }
  constexpr DispatchKeySetIterator operator++(int) {
    const DispatchKeySetIterator before = *this;
    ++*this;
    return before;
  }
  constexpr bool operator==(const DispatchKeySetIterator& other) const {
    return keys_ == other.keys_ && place_ == other.place_;
  }
  constexpr bool operator!=(const DispatchKeySetIterator& other) const { return !(*this == other); }

  static constexpr std::size_t key_count = 21;

 private:
  static constexpr DispatchKey order[key_count] = {DispatchKey::CPU,
                                                   DispatchKey::CUDA,
                                                   DispatchKey::XLA,
                                                   DispatchKey::Lazy,
                                                   DispatchKey::Meta,
                                                   DispatchKey::PrivateUse1,
                                                   DispatchKey::BackendSelect,
                                                   DispatchKey::ADInplaceOrView,
                                                   DispatchKey::AutogradOther,
                                                   DispatchKey::AutogradCPU,
                                                   DispatchKey::AutogradCUDA,
                                                   DispatchKey::AutogradXLA,
                                                   DispatchKey::AutogradLazy,
                                                   DispatchKey::AutogradMeta,
                                                   DispatchKey::AutogradPrivateUse1,
                                                   DispatchKey::AutogradNestedTensor,
                                                   DispatchKey::Tracer,
                                                   DispatchKey::AutocastCPU,
                                                   DispatchKey::AutocastCUDA,
                                                   DispatchKey::TESTING_ONLY_GenericWrapper,
                                                   DispatchKey::TESTING_ONLY_GenericMode};

  constexpr void skip() {
    while (place_ < key_count && !keys_.has(order[place_])) ++place_;
  }

  DispatchKeySet keys_;
  std::size_t place_ = key_count;
};

constexpr DispatchKeySetIterator DispatchKeySet::begin() const { return {*this, 0}; }
constexpr DispatchKeySetIterator DispatchKeySet::end() const { return {*this, DispatchKeySetIterator::key_count}; }

// Returns the set of keys that a kernel registered under `key` serves. An alias key such as Autograd serves several
// keys.
constexpr DispatchKeySet getRuntimeDispatchKeySet(DispatchKey key) {
  const DispatchKeySet every_backend =
      DispatchKeySet::from_raw(DispatchKeySet::backend_bits) | DispatchKeySet(DispatchKey::Dense);
  const DispatchKeySet every_autograd =
      DispatchKeySet::from_raw(DispatchKeySet::backend_bits) | autograd_dispatch_keyset;
  switch (key) {
    case DispatchKey::Autograd:
      return every_autograd;
    case DispatchKey::CompositeImplicitAutograd:
      return every_backend | every_autograd;
    case DispatchKey::CompositeExplicitAutograd:
    case DispatchKey::CompositeExplicitAutogradNonFunctional:
      return every_backend;
    default:
      return DispatchKeySet(key);
  }
}
constexpr bool runtimeDispatchKeySetHas(DispatchKey key, DispatchKey served) {
  return getRuntimeDispatchKeySet(key).has(served);
}

}  // namespace modecheck_v1
}  // namespace c10
