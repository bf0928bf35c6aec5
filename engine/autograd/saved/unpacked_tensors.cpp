#include "engine/autograd/saved/unpacked_tensors.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace modecheck::engine {
namespace {

using Entry = std::pair<const SavedTensor*, at::Tensor>;

std::vector<Entry>& entries() {
  thread_local std::vector<Entry> of_thread;
  return of_thread;
}

}  // namespace

constinit thread_local std::size_t UnpackedTensors::count_ = 0;

void UnpackedTensors::add(const SavedTensor& saved, at::Tensor unpacked) {
  entries().emplace_back(&saved, std::move(unpacked));
  count_ = entries().size();
}

at::Tensor UnpackedTensors::of(const SavedTensor& saved) {
  if (count_ == 0) return {};
  const auto found =
      std::find_if(entries().rbegin(), entries().rend(), [&](const Entry& e) { return e.first == &saved; });
  return found == entries().rend() ? at::Tensor() : found->second;
}

void UnpackedTensors::drop_from(std::size_t first) noexcept {
  entries().resize(first);
  count_ = first;
}

}  // namespace modecheck::engine
