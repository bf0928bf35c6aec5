// Two states of the model with the same key go on alike: the same commands have the same outcomes and observations.
//
// The key tells everything that decides so: the registers and all that can be reached from them (tensors, their
// storages, counters, gradients and graphs), the modes of each thread with what its open guards restore, the captured
// state. What is abstracted away:
//   names     which pool index a tensor, storage, counter, node or history has: they are numbered as they are met from
//             r0 on. Nodes but those of leaves keep their order, for backward runs the latest first.
//   garbage   what nothing reachable speaks of any more.
//   versions  of a counter only what is compared: whether a saved tensor or a view is still at the version it was saved
//             or made at. A counter never goes down, so what differs stays different. What a register shows is the
//             distance from the version at which it took the tensor (V5), and that is told exactly.
//   values    numbers decide outcomes only where a command reads indices, masks or offsets. Whoever prunes by this key
//             leaves such commands out, or accepts that they are tried on one set of numbers only.
// Sizes, strides, offsets and dtypes are told exactly.
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
