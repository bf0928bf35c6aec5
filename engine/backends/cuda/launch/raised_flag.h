// Tests a condition on all elements of a device tensor. A kernel raises a flag, and the host waits for the stream and
// reads the flag.
#pragma once

#include <cstdint>

#include "engine/backends/cuda/launch/range_launch.h"
#include "engine/backends/cuda/runtime/device.h"
#include "engine/backends/iterate/loop.h"
#include "engine/backends/iterate/plan.h"
#include "engine/core/memory/allocate.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// Returns a device tensor of one integer, which is zero. Kernels use it as a flag, and may only set it to one.
inline at::Tensor lowered_flag(c10::Device device) {
  const at::Tensor flag = empty({}, c10::kLong, device);
  constexpr std::int64_t lowered = 0;
  copy_from_host(*flag.unsafeGetTensorImpl()->storage(), &lowered, sizeof lowered);
  return flag;
}
// Returns true if the flag is set. The host waits for the kernels that may set the flag.
inline bool is_raised(const at::Tensor& flag) {
  std::int64_t raised = 0;
  copy_to_host(&raised, *flag.unsafeGetTensorImpl()->storage(), sizeof raised);
  return raised != 0;
}

// Returns true if any element of the tensor meets a condition. `kernel(part, flag)` returns a kernel for a part of the
// tensor. That kernel sets the flag to one if an element of the part meets the condition.
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
