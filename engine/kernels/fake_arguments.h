// Finds the fake tensors (engine/fake) among an operator's arguments, and checks that they fit together. A fake tensor
// has no bytes, so it runs the kernel of Meta. The results claim the devices of the arguments, because a device knows
// that it is only claimed (engine/core/types/device.h).
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/core/memory/thread_state.h"
#include "engine/core/tensor/tensor.h"
#include "engine/core/types/array_ref.h"
#include "engine/dispatch/ivalue.h"

namespace modecheck::engine {

class FakeArguments {
 public:
  explicit FakeArguments(std::string_view op) : op_(op) {}

  // Adds an argument. Raises an Argument error if two fake tensors belong to different modes.
  void add(const at::Tensor& tensor);
  void add(at::TensorList tensors) {
    for (const at::Tensor& tensor : tensors) add(tensor);
  }
  void add(const c10::optional<at::Tensor>& tensor) {
    if (tensor.has_value()) add(*tensor);
  }
  template <typename T>
  void add(const c10::List<T>& tensors) {
    for (const T& tensor : tensors) add(tensor);
  }
  template <typename T>
  void add(const T& /*no tensor*/) {}

  // Returns whether the call is one of fake tensors: an argument is fake, or the thread is in a fake mode. Raises an
  // Argument error if a tensor of such a call is not fake.
  bool concern_the_call() const;

  // Returns the device that the kernel gets for a device argument: the same one, only claimed. `is_creation` says that
  // the operator has no tensor arguments. Without a device its result would then be on the CPU.
  static c10::optional<c10::Device> placed(const c10::optional<c10::Device>& device, bool is_creation) {
    if (device.has_value()) return device->as_fake();
    return is_creation ? c10::optional<c10::Device>(c10::Device(c10::kCPU).as_fake()) : c10::nullopt;
  }
  template <typename T>
  static const T& placed(const T& no_device, bool /*is_creation*/) {
    return no_device;
  }

  // While it exists, storages that this thread makes belong to the mode of the arguments.
  class InTheirMode {
   public:
    explicit InTheirMode(const FakeArguments& arguments) : before_(thread_fake_mode) {
      if (arguments.mode_ != 0) thread_fake_mode = arguments.mode_;
    }
    ~InTheirMode() { thread_fake_mode = before_; }
    InTheirMode(const InTheirMode&) = delete;
    InTheirMode& operator=(const InTheirMode&) = delete;

   private:
    std::uint32_t before_;
  };

 private:
  std::string_view op_;
  std::uint32_t mode_ = thread_fake_mode;
  bool any_fake_ = false;
  bool any_real_ = false;
};

}  // namespace modecheck::engine
