#include "engine/backends/cuda/launch/launch_pointwise.h"

#include "engine/backends/cuda/runtime/current_call.h"

namespace modecheck::engine::cuda {

void PointwiseLaunch::touch(const at::Tensor& tensor, Access access) {
  DeviceMemory* const memory = memory_of(*tensor.unsafeGetTensorImpl()->storage());
  if (memory == nullptr) return;
  memory->use(stream_, access);
  touches_[touch_count_++] = {memory->data(), access};
  operands_.add(tensor.sizes(), tensor.scalar_type(), access);
}

void PointwiseLaunch::give(const void* arguments, std::size_t bytes, Launch::OnHost on_host,
                           Launch::OnDevice on_device) const {
  const CurrentCall* const call = CurrentCall::current();
  device().launch({call == nullptr ? name_ : call->name(), on_host, on_device, arguments, bytes, touches_, touch_count_,
                   call == nullptr ? &operands_ : call->operands()},
                  stream_);
}

}  // namespace modecheck::engine::cuda
