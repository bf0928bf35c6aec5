// After two states with the same key, the same commands have the same outcomes and observations.
//
// The key includes everything that decides them: the registers and everything that can be reached from them (tensors,
// their storages, counters, gradients and graphs), the modes of each thread with the states that its open guards
// restore, and the captured state. Sizes, strides, offsets and dtypes are included exactly. The key leaves out:
//   names     the pool indices of tensors, storages, counters, nodes and histories: they are numbered in the order in
//             which they are met from r0 on. Nodes keep their order, except those of leaves, because backward runs the
//             latest node first.
//   garbage   objects that no register reaches.
//   versions  the number itself. The key includes whether a saved tensor or a view is still at the version at which it
//             was saved or made. A counter never goes down, so a difference stays. A register shows the distance from
//             the version at which it took the tensor (V5), and the key includes that distance exactly.
//   values    numbers decide outcomes only if a command reads indices, masks or offsets. A search that prunes by this
//             key must leave such commands out, or accept that it tries them on one set of numbers only.
#pragma once

#include <cstddef>
#include <cstdint>

namespace modecheck::spec {

// 128 bits of a state's canonical form: of ten million states, two share a key by chance once in 10^24.
struct StateKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend bool operator==(const StateKey& a, const StateKey& b) { return a.high == b.high && a.low == b.low; }
  friend bool operator!=(const StateKey& a, const StateKey& b) { return !(a == b); }
};

struct ModelState;
StateKey key_of(const ModelState& m);

struct StateKeyHash {
  std::size_t operator()(const StateKey& key) const { return static_cast<std::size_t>(key.low); }
};

}  // namespace modecheck::spec
