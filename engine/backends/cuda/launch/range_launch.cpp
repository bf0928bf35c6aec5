#include "engine/backends/cuda/launch/range_launch.h"

#include <mutex>
#include <unordered_map>

#include "engine/backends/cuda/runtime/current_call.h"
#include "engine/core/errors/error.h"

namespace modecheck::engine::cuda {
namespace {

// Returns the kernel with the given key in libmodecheck_gpu. Kernels that were looked up before are remembered by the
// address of their key, because a search of the library takes long.
Launch::OnDevice kernel_of(const char* key) {
  static std::mutex mutex;
  static std::unordered_map<const char*, Launch::OnDevice> known;
  const std::scoped_lock lock(mutex);
  const auto [found, added] = known.try_emplace(key, nullptr);
  if (added) found->second = gpu_kernel(key, c10::kByte, /*inputs=*/0);
  return found->second;
}

}  // namespace

RangeLaunch& RangeLaunch::touch(const at::Tensor& tensor, Access access) {
  DeviceMemory* const memory = memory_of(*tensor.unsafeGetTensorImpl()->storage());
  if (memory == nullptr) return *this;
  MODECHECK_CHECK(touch_count_ < max_tensors, ErrorClass::Internal, name_, ": a kernel of more than ", max_tensors,
                  " tensors");
  memory->use(stream_, access);
  touches_[touch_count_++] = {memory->data(), access};
  operands_.add(tensor.sizes(), tensor.scalar_type(), access);
  return *this;
}

void RangeLaunch::give(const void* arguments, std::size_t bytes, Launch::OnHost on_host, const char* key,
                       Launch::OnDevice instead) const {
  Launch::OnDevice on_device = device().has_host_work() ? nullptr : kernel_of(key);
  if (on_device != nullptr && instead != nullptr) on_device = instead;
  const CurrentCall* const call = CurrentCall::current();
  device().launch({call == nullptr ? name_ : call->name(), on_host, on_device, arguments, bytes, touches_, touch_count_,
                   call == nullptr ? &operands_ : call->operands()},
                  stream_);
}

}  // namespace modecheck::engine::cuda
