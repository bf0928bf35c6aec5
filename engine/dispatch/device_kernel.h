// Runs operators on tensors of an accelerator. Each operator's kernel (engine/dispatch/kernel.h) is passed on boxed, so
// that one function of the accelerator's backend can run all operators.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "engine/dispatch/facts.h"
#include "engine/dispatch/kernel.h"
#include "engine/dispatch/native_on_device.h"
#include "engine/dispatch/stack.h"

namespace modecheck::engine {

struct BoxedKernel {
  const char* name;  // the operator's name, for example "add_.Tensor"
  // Runs the kernel: takes the arguments from the stack and leaves the results there.
  void (*run)(torch::jit::Stack& stack);
  std::uint32_t writes;  // bit i is set if the kernel may write the argument with number i
};

// Runs the kernel of an operator with at least one tensor on an accelerator, or with an accelerator as the requested
// device. The function is defined in engine/backends/cuda.
void run_on_device(const BoxedKernel& kernel, torch::jit::Stack& stack);

// Returns the device on which the host computes the elements of a tensor before they are copied to `device`. That is
// the CPU if `device` is an accelerator, and otherwise `device` itself.
inline c10::Device host_of(c10::Device device) { return device.in_cuda_memory() ? c10::Device(c10::kCPU) : device; }
// Returns the tensor itself, or a copy on the CPU if the tensor is on an accelerator. The copy has the tensor's whole
// storage. Waits until the values are computed.
at::Tensor on_host(const at::Tensor& tensor);
// Returns `host`, or a copy of it on `device` if that is an accelerator. `host` must have been created on
// host_of(device).
at::Tensor placed(const at::Tensor& host, c10::Device device);
// Copies a number from the host to the device. A number is a tensor without dimensions, which may be on the host
// although the operator's other tensors are on an accelerator. Raises if `host` is no such number (rule E2).
at::Tensor number_on_device(std::string_view name, const at::Tensor& host);
// Raises because the tensor `host` is on the host and other arguments of the operator are on an accelerator.
[[noreturn]] void refuse_host_tensor(std::string_view name, const at::Tensor& host);
// Copies the values of `host`, which on_host(tensor) returned and which the caller has written, back to `tensor`. Does
// nothing if the two are the same tensor.
void give_back(const at::Tensor& tensor, const at::Tensor& host);

namespace detail {

inline bool is_on_device(const at::Tensor& tensor) { return tensor.in_cuda_memory(); }
inline bool is_on_device(const c10::optional<at::Tensor>& tensor) {
  return tensor.has_value() && tensor->in_cuda_memory();
}
inline bool is_on_device(at::TensorList tensors) {
  for (const at::Tensor& tensor : tensors)
    if (tensor.in_cuda_memory()) return true;
  return false;
}
inline bool is_on_device(const c10::List<c10::optional<at::Tensor>>& tensors) {
  for (const auto& tensor : tensors)
    if (is_on_device(tensor)) return true;
  return false;
}
inline bool is_on_device(const c10::optional<c10::Device>& device) {
  return device.has_value() && device->in_cuda_memory();
}
template <typename T>
bool is_on_device(const T& /*neither tensor nor device*/) {
  return false;
}

// Returns whether the argument with this number may be a number on the host although other tensors are on an
// accelerator, as in libtorch. A number is a tensor without dimensions.
template <typename Op>
constexpr bool takes_number(std::size_t number) {
  const operators::Argument& argument = schema_of<Op>.arguments[number];
  if (argument.write || argument.type != operators::Type::Tensor) return false;
  if (Op::family == operators::Family::Comparison)
    return schema_of<Op>.arguments[0].name == "self" && schema_of<Op>.name != "bucketize";
  return Op::family == operators::Family::PointwiseBinary ||
         (argument.name == "value" && number + 1 == schema_of<Op>.argument_count);
}

// Returns whether the operator may copy data between devices.
template <typename Op>
constexpr bool goes_between_devices() {
  bool out = schema_of<Op>.name == "copy_" || schema_of<Op>.name == "copy";
  for (std::size_t i = 0; i < static_cast<std::size_t>(schema_of<Op>.argument_count); ++i)
    out |= schema_of<Op>.arguments[i].type == operators::Type::OptionalDevice;
  return out;
}

// Returns the argument. If it is a number on the host and may be one, returns a copy on the accelerator, which lives in
// `kept`. Raises if another tensor of the argument is on the host.
inline const at::Tensor& in_one_place(std::string_view name, const at::Tensor& tensor, bool may_be_number,
                                      at::Tensor& kept) {
  if (!tensor.defined() || tensor.in_cuda_memory()) return tensor;
  if (!may_be_number) refuse_host_tensor(name, tensor);
  kept = number_on_device(name, tensor);
  return kept;
}
inline const c10::optional<at::Tensor>& in_one_place(std::string_view name, const c10::optional<at::Tensor>& tensor,
                                                     bool /*may_be_number*/, at::Tensor& /*kept*/) {
  if (tensor.has_value() && tensor->defined() && !tensor->in_cuda_memory()) refuse_host_tensor(name, *tensor);
  return tensor;
}
inline const at::TensorList& in_one_place(std::string_view name, const at::TensorList& tensors, bool /*may_be_number*/,
                                          at::Tensor& /*kept*/) {
  for (const at::Tensor& tensor : tensors)
    if (tensor.defined() && !tensor.in_cuda_memory()) refuse_host_tensor(name, tensor);
  return tensors;
}
inline const c10::List<c10::optional<at::Tensor>>& in_one_place(std::string_view name,
                                                                const c10::List<c10::optional<at::Tensor>>& tensors,
                                                                bool /*may_be_number*/, at::Tensor& /*kept*/) {
  for (const auto& tensor : tensors)
    if (tensor.has_value() && tensor->defined() && !tensor->in_cuda_memory()) refuse_host_tensor(name, *tensor);
  return tensors;
}
template <typename T>
const T& in_one_place(std::string_view /*name*/, const T& neither, bool /*may_be_number*/, at::Tensor& /*kept*/) {
  return neither;
}

// Returns the arguments that the operator writes, one bit for each. They include the running statistics of batch
// normalisation, which are written although the schema does not say so.
template <typename Op>
constexpr std::uint32_t written_arguments() {
  std::uint32_t out = 0;
  for (std::size_t i = 0; i < schema_of<Op>.argument_count; ++i) {
    const operators::Argument& argument = schema_of<Op>.arguments[i];
    if (argument.write || argument.name == "running_mean" || argument.name == "running_var")
      out |= std::uint32_t{1} << i;
  }
  return out;
}

}  // namespace detail

template <typename Op, typename Function = Signature<Op>>
struct DeviceKernel;

template <typename Op, typename Result, typename... Arguments>
struct DeviceKernel<Op, Result(Arguments...)> {
  // True if the operator reads or writes elements. View operators and changes of sizes or strides do neither, so one
  // kernel serves them on every device.
  static constexpr bool touches_elements = kind_of<Op> != OperatorKind::View && kind_of<Op> != OperatorKind::Alias &&
                                           Op::family != operators::Family::InPlaceView &&
                                           Op::family != operators::Family::Storage && !requires {
    Op::shares_elements;
  };

  static bool concerns(const Arguments&... arguments) { return (engine::detail::is_on_device(arguments) || ...); }

  // Runs the operator on an accelerator. All tensors must be on the accelerator (rule E2). There are two exceptions: a
  // tensor without dimensions may be on the CPU, and some operators copy data between devices.
  [[gnu::cold, gnu::noinline]] static Result call(Arguments... arguments) {
    if constexpr (!touches_elements || engine::detail::goes_between_devices<Op>())
      return run(arguments...);
    else
      return run_in_one_place(std::index_sequence_for<Arguments...>(), arguments...);
  }

 private:
  template <std::size_t... I>
  static Result run_in_one_place(std::index_sequence<I...> /*numbers*/, Arguments... arguments) {
    at::Tensor kept[sizeof...(Arguments)];
    return run(engine::detail::in_one_place(schema_of<Op>.qualified_name, arguments,
                                            engine::detail::takes_number<Op>(I), kept[I])...);
  }

  static Result run(Arguments... arguments) {
    if constexpr (!touches_elements || is_native_on_device<Op>()) {
      return Kernel<Op>::call(arguments...);
    } else {
      static const std::string name(schema_of<Op>.qualified_name);
      const BoxedKernel kernel{name.c_str(), &boxed, engine::detail::written_arguments<Op>()};
      torch::jit::Stack stack;
      stack.reserve(sizeof...(Arguments));
      (stack.emplace_back(arguments), ...);
      run_on_device(kernel, stack);
      if constexpr (std::is_same_v<Result, at::Tensor>)
        return std::move(stack[0]).toTensor();
      else if constexpr (std::is_same_v<Result, std::vector<at::Tensor>>)
        return stack[0].toTensorVector();
      else if constexpr (!std::is_void_v<Result>)
        return tuple_of(stack, std::make_index_sequence<std::tuple_size_v<Result>>());
    }
  }

  static void boxed(torch::jit::Stack& stack) { boxed(stack, std::index_sequence_for<Arguments...>()); }

  template <std::size_t... I>
  static void boxed(torch::jit::Stack& stack, std::index_sequence<I...>) {
    if constexpr (std::is_void_v<Result>) {
      Kernel<Op>::call(unbox<Arguments>(stack[I])...);
      stack.clear();
    } else {
      Result result = Kernel<Op>::call(unbox<Arguments>(stack[I])...);
      stack.clear();
      if constexpr (std::is_same_v<Result, at::Tensor> || std::is_same_v<Result, std::vector<at::Tensor>>)
        stack.emplace_back(std::move(result));
      else
        std::apply([&](auto&... each) { (stack.emplace_back(std::move(each)), ...); }, result);
    }
  }

  template <typename R = Result, std::size_t... I>
  static R tuple_of(torch::jit::Stack& stack, std::index_sequence<I...>) {
    return R(std::move(stack[I]).toTensor()...);
  }
};

// Runs the operator's backend kernel on the device of the arguments. A kernel uses this function when it needs another
// operator's result without dispatching.
template <typename Op, typename Function = Signature<Op>>
struct KernelAnywhere;

template <typename Op, typename Result, typename... Arguments>
struct KernelAnywhere<Op, Result(Arguments...)> {
  static Result call(Arguments... arguments) {
    return DeviceKernel<Op>::concerns(arguments...) ? DeviceKernel<Op>::call(arguments...)
                                                    : Kernel<Op>::call(arguments...);
  }
};

}  // namespace modecheck::engine
