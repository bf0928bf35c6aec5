// Whether something holds for any element of a tensor on the device: a kernel raises a flag, and the host waits for it.
#pragma once

#include <cstdint>

#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/cuda/runtime/device.h"
#include "engine/backends/iterate/loop.h"
#include "engine/backends/iterate/plan.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// A flag that a kernel may set to one, and nothing but that.
inline at::Tensor lowered_flag(c10::Device device) {
  const at::Tensor flag = empty({}, c10::kLong, device);
  constexpr std::int64_t lowered = 0;
  copy_from_host(*flag.unsafeGetTensorImpl()->storage(), &lowered, sizeof lowered);
  return flag;
}
// Waits for it.
inline bool is_raised(const at::Tensor& flag) {
  std::int64_t raised = 0;
  copy_to_host(&raised, *flag.unsafeGetTensorImpl()->storage(), sizeof raised);
  return raised != 0;
}

// `kernel(part, flag)` is a kernel for some of the elements that sets the flag to one or leaves it.
template <typename Kernel>
bool raises_flag(const char* name, const at::Tensor& tensor, const Kernel& kernel) {
  if (tensor.numel() == 0) return false;
  const at::Tensor flag = lowered_flag(tensor.device());
  backends::Plan plan;
  plan.add_input(tensor.sizes(), tensor.strides());
  plan.order_for(tensor.sizes());
  backends::Loop loop(plan);
  loop.bind(tensor.data_ptr(), tensor.sizes(), tensor.strides(), static_cast<int>(tensor.itemsize()));
  RangeLaunch launch(name);
  launch.writes(flag).reads(tensor);
  loop.each_strided([&](const backends::Strided& part) {
    launch.run(kernel(part, static_cast<std::int64_t*>(flag.data_ptr())), part.count);
  });
  return is_raised(flag);
}

}  // namespace modecheck::engine::cuda
