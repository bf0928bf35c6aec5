// Launches the kernels of device_code/range_kernel.h on the current stream:
//
//   RangeLaunch launch("where");
//   launch.writes(out).reads(condition);
//   launch.run(kernel, count);
//
// Name every tensor that the kernel reads or writes, and name it once. The launch then makes streams wait for each
// other.
#pragma once

#include <cstdint>
#include <type_traits>
#include <typeinfo>

#include "engine/backends/cuda/device_code/range_kernel.h"
#include "engine/backends/cuda/runtime/device.h"
#include "engine/backends/cuda/runtime/gpu_kernels.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

template <typename Kernel>
const char* range_on_host(const void* bytes) {
  const auto& arguments = *static_cast<const RangeArguments<Kernel>*>(bytes);
  for (std::int64_t i = 0; i < arguments.count; ++i) arguments.kernel(i);
  return nullptr;
}

class RangeLaunch {
 public:
  static constexpr std::size_t max_tensors = 8;

  // Prepares the kernel launches of one operator on the current stream. `name` is the operator's name, for error
  // messages.
  explicit RangeLaunch(const char* name) : name_(name), stream_(current_stream()) {}

  RangeLaunch& reads(const at::Tensor& tensor) { return touch(tensor, Access::Reads); }
  RangeLaunch& writes(const at::Tensor& tensor) { return touch(tensor, Access::Writes); }

  // Launches a kernel. Each launch sees what the earlier launches of this object wrote. If `instead` is not null, a GPU
  // calls `instead` and not the kernel. The arguments of `instead` are RangeArguments<Kernel>.
  template <typename Kernel>
  void run(const Kernel& kernel, std::int64_t count, Launch::OnDevice instead = nullptr) const {
    static_assert(std::is_trivially_copyable_v<Kernel>);
    if (count == 0) return;
    const RangeArguments<Kernel> arguments{count, kernel};
    give(&arguments, sizeof arguments, &range_on_host<Kernel>, typeid(Kernel).name(), instead);
  }
  // Launches the kernel that libmodecheck_gpu lists under the type name of `Arguments`. The simulated device calls
  // `on_host` instead.
  template <typename Arguments>
  void run(const Arguments& arguments, Launch::OnHost on_host, Launch::OnDevice instead = nullptr) const {
    static_assert(std::is_trivially_copyable_v<Arguments>);
    give(&arguments, sizeof arguments, on_host, typeid(Arguments).name(), instead);
  }
  // Runs work of a GPU library such as cuBLASLt. The device must offer workspace (Runtime::library_memory). `start` is
  // called before this function returns.
  template <typename Arguments>
  void run_library(const Arguments& arguments, Launch::OnDevice start) const {
    static_assert(std::is_trivially_copyable_v<Arguments>);
    device().launch({name_, nullptr, start, &arguments, sizeof arguments, touches_, touch_count_, &operands_}, stream_);
  }

 private:
  RangeLaunch& touch(const at::Tensor& tensor, Access access);
  void give(const void* arguments, std::size_t bytes, Launch::OnHost on_host, const char* key,
            Launch::OnDevice instead = nullptr) const;

  const char* name_;
  Stream stream_;
  Touch touches_[max_tensors] = {};
  std::size_t touch_count_ = 0;
  Operands operands_;
};

}  // namespace modecheck::engine::cuda
