#include "engine/backends/cuda/launch_pointwise.h"

namespace modecheck::engine::cuda {

void PointwiseLaunch::touch(const at::Tensor& tensor, Access access) {
  DeviceMemory* const memory = memory_of(*tensor.unsafeGetTensorImpl()->storage());
  if (memory == nullptr) return;
  memory->use(stream_, access);
  touches_[touch_count_++] = {memory->data(), access};
}

void PointwiseLaunch::give(const void* arguments, std::size_t bytes, Launch::OnHost on_host,
                           Launch::OnDevice on_device) const {
  device().launch({name_, on_host, on_device, arguments, bytes, touches_, touch_count_}, stream_);
}

}  // namespace modecheck::engine::cuda
