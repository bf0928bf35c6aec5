#include "engine/fake/unbacked_sizes.h"

#include <algorithm>
#include <utility>

namespace modecheck::engine::fake {
namespace {

constexpr std::string_view kept_operator = "nonzero";

std::optional<std::int64_t> version_of(const at::Tensor& tensor) {
  if (tensor.is_inference()) return std::nullopt;
  return tensor._version();
}

std::vector<std::int64_t> geometry_and_dtype_of(const at::Tensor& tensor) {
  std::vector<std::int64_t> out = tensor.sizes().vec();
  out.insert(out.end(), tensor.strides().begin(), tensor.strides().end());
  out.push_back(tensor.storage_offset());
  out.push_back(static_cast<std::int64_t>(tensor.scalar_type()));
  return out;
}

}  // namespace

void UnbackedSizes::begin_call() {
  if (sizes_.empty()) return;
  std::erase_if(sizes_, [](const Size& one) { return !one.version || one.op != kept_operator; });
  for (Size& one : sizes_) one.is_taken = one.is_told = false;
}

// The version alone does not tell: a write through data() does not change it.
void UnbackedSizes::will_be_written(const at::Tensor& tensor) {
  if (sizes_.empty() || !tensor.defined()) return;
  const c10::intrusive_ptr<c10::StorageImpl>& storage = tensor.unsafeGetTensorImpl()->storage();
  std::erase_if(sizes_, [&](const Size& one) { return one.storage.get() == storage.get(); });
}

UnbackedSizes::Size& UnbackedSizes::size_of(const at::Tensor& tensor, std::string_view op) {
  const std::optional<std::int64_t> version = version_of(tensor);
  const c10::intrusive_ptr<c10::StorageImpl>& storage = tensor.unsafeGetTensorImpl()->storage();
  const std::vector<std::int64_t> numbers = geometry_and_dtype_of(tensor);
  for (Size& one : sizes_)
    if (one.op == op && one.version == version && one.tensor.is_same(tensor) && one.storage.get() == storage.get() &&
        one.numbers == numbers)
      return one;
  constexpr std::size_t most_sizes =
      64;  // each keeps its tensor alive, and an endless trace must not need endless memory
  if (sizes_.size() >= most_sizes) sizes_.pop_front();
  // Many numbers divide it, because a check of the traced program may say that one does.
  constexpr std::int64_t least = 10080;
  constexpr std::int64_t different = 16;
  const std::int64_t number = least * (1 + made_++ % different);
  sizes_.push_back({tensor, numbers, storage, version, std::string(op),
                    env_->create_unbacked_size(std::string(op), number), number});
  return sizes_.back();
}

std::int64_t UnbackedSizes::taken_by_kernel(const at::Tensor& tensor, std::string_view op) {
  Size& size = size_of(tensor, op);
  size.is_taken = true;
  return size.number;
}

Expression UnbackedSizes::size_of_result(const at::Tensor& tensor, std::string_view op) {
  Size& size = size_of(tensor, op);
  size.is_told = true;
  return env_->simplified(size.symbol);
}

bool UnbackedSizes::has_lost_size() const {
  return std::any_of(sizes_.begin(), sizes_.end(), [](const Size& one) { return one.is_taken && !one.is_told; });
}

}  // namespace modecheck::engine::fake
