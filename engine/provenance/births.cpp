#include "engine/provenance/births.h"

#include <utility>

#include "engine/core/memory/thread_state.h"
#include "engine/core/tensor/tensor_impl.h"
#include "engine/provenance/guards.h"

namespace modecheck::engine::provenance {

namespace {

// Returns a source with a shorter chain for an alias of `from`. A chain of aliases loses its middle, and never its
// root.
std::shared_ptr<const Birth> shortened(const std::shared_ptr<const Birth>& from) {
  if (from->is_alias) return from->source;
  auto root = std::make_shared<Birth>(*from);
  root->source = nullptr;
  root->depth = 0;
  return root;
}

}  // namespace

// The table is never destroyed, because tensors may be released after main() has returned.
Births& Births::all() {
  static auto* const all = new Births;
  return *all;
}

void Births::add(const void* impl, const void* source) {
  const bool in_mode = thread_state.inference;
  std::shared_ptr<const Birth> from;
  bool is_alias = false;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    births_.erase(static_cast<const char*>(impl));
    const auto* const wanted = static_cast<const char*>(source);
    auto after = births_.upper_bound(wanted);
    if (source != nullptr && after != births_.begin() && wanted < (--after)->first + sizeof(c10::TensorImpl)) {
      from = after->second;
      is_alias = wanted == after->first;
    }
  }
  if (!in_mode && !from) return;
  auto birth = std::make_shared<Birth>();
  birth->frames = Frames::capture();
  birth->thread = std::this_thread::get_id();
  birth->in_mode = in_mode;
  if (in_mode) birth->guard = Guards::innermost();
  if (from && from->depth + 1 >= Birth::most_sources) from = is_alias ? shortened(from) : nullptr;
  birth->is_alias = is_alias && from;
  birth->depth = from ? from->depth + 1 : 0;
  birth->source = std::move(from);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (births_.size() >= most)
    was_full_ = true;
  else
    births_[static_cast<const char*>(impl)] = std::move(birth);
}

void Births::remove(const void* impl) {
  std::shared_ptr<const Birth> gone;  // is destroyed after the lock is released
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = births_.find(static_cast<const char*>(impl));
  if (found == births_.end()) return;
  gone = std::move(found->second);
  births_.erase(found);
}

std::shared_ptr<const Birth> Births::find(const void* impl) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = births_.find(static_cast<const char*>(impl));
  return found == births_.end() ? nullptr : found->second;
}

bool Births::was_full() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return was_full_;
}

}  // namespace modecheck::engine::provenance
