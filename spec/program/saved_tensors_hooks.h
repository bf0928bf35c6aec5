// What the hooks of the guard saved_tensors_hooks do (rule S7).
#pragma once

#include <cstdint>

namespace modecheck::spec {

enum class SavedTensorsHooks : std::uint8_t {
  None,           // no guard is open
  Keep,           // they keep the tensor itself
  Copy,           // they keep a copy of it
  RaiseInPack,    // the pack hook raises
  RaiseInUnpack,  // the unpack hook raises
};

// Returns what the guard's argument `kind` stands for.
constexpr SavedTensorsHooks hooks_of_kind(std::int64_t kind) {
  return kind == 1   ? SavedTensorsHooks::Copy
         : kind == 2 ? SavedTensorsHooks::RaiseInPack
         : kind == 3 ? SavedTensorsHooks::RaiseInUnpack
                     : SavedTensorsHooks::Keep;
}

}  // namespace modecheck::spec
