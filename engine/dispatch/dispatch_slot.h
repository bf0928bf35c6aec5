// Numbers the slots in the kernel table of a custom operator. There is one slot for each key under which a call can
// run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/core/types/dispatch_key_set.h"

namespace modecheck::engine {

// The key of each slot. Undefined is the slot of calls whose key set has no functionality, such as calls without tensor
// arguments.
constexpr std::array dispatch_slots{c10::DispatchKey::Undefined,
                                    c10::DispatchKey::CPU,
                                    c10::DispatchKey::CUDA,
                                    c10::DispatchKey::XLA,
                                    c10::DispatchKey::Lazy,
                                    c10::DispatchKey::Meta,
                                    c10::DispatchKey::PrivateUse1,
                                    c10::DispatchKey::BackendSelect,
                                    c10::DispatchKey::ADInplaceOrView,
                                    c10::DispatchKey::AutogradOther,
                                    c10::DispatchKey::AutogradCPU,
                                    c10::DispatchKey::AutogradCUDA,
                                    c10::DispatchKey::AutogradXLA,
                                    c10::DispatchKey::AutogradLazy,
                                    c10::DispatchKey::AutogradMeta,
                                    c10::DispatchKey::AutogradPrivateUse1,
                                    c10::DispatchKey::AutogradNestedTensor,
                                    c10::DispatchKey::Tracer,
                                    c10::DispatchKey::AutocastCPU,
                                    c10::DispatchKey::AutocastCUDA,
                                    c10::DispatchKey::TESTING_ONLY_GenericWrapper,
                                    c10::DispatchKey::TESTING_ONLY_GenericMode};
constexpr std::size_t no_slot = dispatch_slots.size();

// Returns the number of the key's slot. Returns no_slot for an alias key, because such a key has several slots.
constexpr std::size_t slot_of(c10::DispatchKey key) {
  for (std::size_t i = 0; i < dispatch_slots.size(); ++i)
    if (dispatch_slots[i] == key) return i;
  return no_slot;
}

// Does what std::bit_width does, for programs that are compiled as C++17.
constexpr std::size_t bit_width(std::uint64_t bits) {
  std::size_t width = 0;
  for (; bits != 0; bits >>= 1) ++width;
  return width;
}

// Returns the position of the highest backend in the set plus one, or 0 if the set has no backend.
constexpr std::size_t backend_index(c10::DispatchKeySet keys) {
  return bit_width(keys.raw_repr() & c10::DispatchKeySet::backend_bits);
}
constexpr std::size_t backend_count = 7;

// Returns the slot of one functionality on one backend. `functionality` is a bit of a key set, and `backend` is a
// result of backend_index().
constexpr std::size_t slot_of(std::uint64_t functionality, std::size_t backend) {
  const std::uint64_t bits = functionality | (backend == 0 ? 0 : std::uint64_t{1} << (backend - 1));
  if (functionality == c10::DispatchKeySet::autograd_bit && backend == 0)
    return slot_of(c10::DispatchKey::AutogradOther);
  for (std::size_t i = 1; i < dispatch_slots.size(); ++i) {
    const std::uint64_t own = c10::DispatchKeySet::bits_of(dispatch_slots[i]);
    if ((own & functionality) != 0 && (own & bits) == own) return i;
  }
  return 0;
}

namespace detail {

constexpr std::size_t functionality_shift = bit_width(c10::DispatchKeySet::backend_bits);
constexpr std::size_t functionality_count = 11;

constexpr auto slots = [] {
  std::array<std::array<std::uint8_t, backend_count>, functionality_count + 1> out{};
  for (std::size_t f = 0; f < functionality_count; ++f)
    for (std::size_t b = 0; b < backend_count; ++b)
      out[f + 1][b] = static_cast<std::uint8_t>(slot_of(std::uint64_t{1} << (f + functionality_shift), b));
  return out;
}();

}  // namespace detail

// Returns the slot of the highest functionality in the set, on the set's highest backend (rule D1).
constexpr std::size_t slot_of(c10::DispatchKeySet keys) {
  const auto functionality = bit_width(keys.raw_repr() >> detail::functionality_shift);
  return detail::slots[functionality][backend_index(keys)];
}

static_assert(slot_of(c10::DispatchKeySet()) == 0);
static_assert(dispatch_slots[slot_of(c10::DispatchKeySet(c10::DispatchKey::TESTING_ONLY_GenericMode))] ==
              c10::DispatchKey::TESTING_ONLY_GenericMode);
static_assert(dispatch_slots[slot_of(c10::DispatchKeySet(c10::DispatchKey::Meta) | c10::normal_tensor_keyset)] ==
              c10::DispatchKey::AutogradMeta);

}  // namespace modecheck::engine
