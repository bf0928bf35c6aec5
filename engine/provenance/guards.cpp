#include "engine/provenance/guards.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace modecheck::engine::provenance {
namespace {

struct OpenGuard {
  const void* guard;
  std::shared_ptr<const Frames> entered;  // null for a guard that turned the mode off
};

// The guards of this thread, the outermost first, or null if it has none. A plain pointer outlives the thread's other
// data, which is gone when the guards of static objects are left.
thread_local std::vector<OpenGuard>* open_guards = nullptr;

}  // namespace

void Guards::enter(const void* guard, bool inference) {
  std::shared_ptr<const Frames> entered;
  if (inference) entered = std::make_shared<const Frames>(Frames::capture());
  if (open_guards == nullptr) open_guards = new std::vector<OpenGuard>;
  open_guards->push_back({guard, std::move(entered)});
}

void Guards::leave(const void* guard) noexcept {
  if (open_guards == nullptr) return;
  const auto found = std::find_if(open_guards->rbegin(), open_guards->rend(),
                                  [guard](const OpenGuard& open) { return open.guard == guard; });
  if (found != open_guards->rend()) open_guards->erase(std::next(found).base());
  if (!open_guards->empty()) return;
  delete open_guards;
  open_guards = nullptr;
}

std::shared_ptr<const Frames> Guards::innermost() {
  if (open_guards == nullptr) return nullptr;
  for (auto open = open_guards->rbegin(); open != open_guards->rend(); ++open)
    if (open->entered) return open->entered;
  return nullptr;
}

}  // namespace modecheck::engine::provenance
