// Launches the kernels of a pointwise operator on the current stream of the CUDA device.
#pragma once

#include <cstring>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "engine/backends/cuda/device_code/conversion_kernel.h"
#include "engine/backends/cuda/device_code/pointwise_kernel.h"
#include "engine/backends/cuda/runtime/device.h"
#include "engine/backends/cuda/runtime/gpu_kernels.h"
#include "engine/core/tensor/tensor.h"

namespace modecheck::engine::cuda {

// Returns the name by which libmodecheck_gpu finds the kernel of the operator `Op`.
template <typename Op>
const char* kernel_key() {
  if constexpr (requires { Op::key; })
    return Op::key;
  else
    return typeid(Op).name();
}

template <typename To>
const char* convert_on_host(const void* bytes) {
  const auto& arguments = *static_cast<const ConversionArguments*>(bytes);
  if (converts_packs<To>(arguments))
    for (std::int64_t i = 0; i < arguments.where.count / packed_elements; ++i) converted_pack<To>(arguments, i);
  else
    for (std::int64_t i = 0; i < arguments.where.count; ++i) converted_element<To>(arguments, i);
  return nullptr;
}

// Does on the host what a pointwise kernel does on a GPU. Only the simulated device uses this function. It is marked
// cold, because it is compiled for every operator and dtype.
template <typename Op, typename T, int Inputs>
[[gnu::cold]] const char* pointwise_on_host(const void* bytes) {
  const auto& arguments = *static_cast<const PointwiseArguments*>(bytes);
  const std::int64_t packs = packs_of<Op, T, Inputs>(arguments);
  if constexpr (may_pack_rows<T, Inputs>)
    if (packs == 0 && packs_rows<Op, T, Inputs>(arguments)) {
      for (std::int64_t i = 0; i < arguments.where.count / pack_width<T>; ++i)
        pointwise_row_pack<Op, T>(arguments, i, std::make_integer_sequence<int, Inputs>());
      return nullptr;
    }
  for (std::int64_t i = 0; i < units_of<T>(arguments, packs); ++i) pointwise_unit<Op, T, Inputs>(arguments, packs, i);
  return nullptr;
}

// One call of a pointwise operator on the CUDA device. First it makes the stream wait for earlier uses of the tensors'
// memory. Then it launches a kernel for each part of the elements.
class PointwiseLaunch {
 public:
  PointwiseLaunch(const char* name, const at::Tensor& out) : name_(name), stream_(current_stream()) {
    touch(out, Access::Writes);
  }
  void read(const at::Tensor& input) { touch(input, Access::Reads); }

  void part(const PointwiseArguments& arguments, Launch::OnHost on_host, Launch::OnDevice on_device) const {
    give(&arguments, sizeof arguments, on_host, on_device);
  }
  template <typename Op, typename T, int Inputs>
  void part(const PointwiseArguments& arguments) const {
    part(arguments, &pointwise_on_host<Op, T, Inputs>, device().has_host_work() ? nullptr : gpu_start<Op, T, Inputs>());
  }
  template <typename To>
  void part(const ConversionArguments& arguments) const {
    give(&arguments, sizeof arguments, &convert_on_host<To>,
         device().has_host_work()
             ? nullptr
             : gpu_kernel(ConversionArguments::key, c10::CppTypeToScalarType<To>::value, /*inputs=*/1));
  }

 private:
  template <typename Op, typename T, int Inputs>
  static Launch::OnDevice gpu_start() {
    static const Launch::OnDevice found = gpu_kernel(kernel_key<Op>(), c10::CppTypeToScalarType<T>::value, Inputs);
    return found;
  }
  void touch(const at::Tensor& tensor, Access access);
  void give(const void* arguments, std::size_t bytes, Launch::OnHost on_host, Launch::OnDevice on_device) const;

  const char* name_;
  Stream stream_;
  Touch touches_[backends::Strided::max_operands] = {};
  std::size_t touch_count_ = 0;
  Operands operands_;
};

template <typename Op>
void keep_op(PointwiseArguments& arguments, const Op& op) {
  static_assert(sizeof(Op) <= sizeof arguments.op && std::is_trivially_copyable_v<Op>);
  std::memcpy(arguments.op, &op, sizeof op);
}

}  // namespace modecheck::engine::cuda
