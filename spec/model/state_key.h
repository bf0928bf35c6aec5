// If two states have the same key, the same commands have the same outcomes and observations in both.
//
// The key includes everything that decides outcomes and observations. That is the registers and everything that they
// reach (tensors, their storages, counters, gradients and graphs). It is also the modes of each thread, the states that
// its open guards restore, and the captured state. Sizes, strides, offsets and dtypes are included exactly. The key
// leaves out:
//   names     the pool indices of tensors, storages, counters, nodes and histories. The key numbers them in the order
//   in
//             which it meets them from r0 on. Nodes keep their order, except nodes of leaves, because backward runs the
//             latest node first.
//   garbage   objects that no register reaches.
//   versions  the version number itself. The key includes whether a saved tensor or a view still has the version at
//             which it was saved or made. A counter never goes down, so a difference stays. A register shows the
//             distance from the version at which it took the tensor (rule V5); the key includes that distance exactly.
//   values    numbers decide outcomes only if a command reads indices, masks or offsets. A search that uses this key
//   must
//             leave such commands out, or accept that it tries them on one set of numbers only.
#pragma once

#include <cstddef>
#include <cstdint>

namespace modecheck::spec {

// A hash of a state, with 128 bits. Among ten million states, two share a key by chance once in 10^24.
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
