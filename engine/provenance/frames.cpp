#include "engine/provenance/frames.h"

#include <unwind.h>

#include <array>
#include <cstddef>

namespace modecheck::engine::provenance {
namespace {

struct Walk {
  std::array<std::uintptr_t, Frames::most> addresses{};
  std::size_t count = 0;
};

_Unwind_Reason_Code visit_frame(_Unwind_Context* context, void* data) {
  Walk& walk = *static_cast<Walk*>(data);
  int before_instruction = 0;
  const std::uintptr_t address = _Unwind_GetIPInfo(context, &before_instruction);
  if (address == 0) return _URC_END_OF_STACK;
  walk.addresses[walk.count++] = before_instruction != 0 ? address : address - 1;
  return walk.count == walk.addresses.size() ? _URC_END_OF_STACK : _URC_NO_REASON;
}

}  // namespace

Frames Frames::capture() {
  Walk walk;
  _Unwind_Backtrace(visit_frame, &walk);
  Frames out;
  out.addresses_.assign(walk.addresses.begin(), walk.addresses.begin() + static_cast<std::ptrdiff_t>(walk.count));
  return out;
}

}  // namespace modecheck::engine::provenance
