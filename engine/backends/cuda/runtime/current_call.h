// The operator that this thread is running on the device. Error messages need it: an operator may launch many kernels,
// and a kernel does not know the operator's arguments.
#pragma once

#include "engine/backends/cuda/runtime/operands.h"

namespace modecheck::engine::cuda {

class CurrentCall {
 public:
  // An operator called by another one keeps the outer one's name, so that errors name what the user called.
  CurrentCall(const char* name, const Operands& operands) : name_(name), operands_(operands), outer_(current_) {
    if (current_ == nullptr) current_ = this;
  }
  ~CurrentCall() { current_ = outer_; }
  CurrentCall(const CurrentCall&) = delete;
  CurrentCall& operator=(const CurrentCall&) = delete;

  // Null if no operator is known; then the kernel that is launched counts as the operator.
  static const CurrentCall* current() { return current_; }
  const char* name() const { return name_; }
  const Operands* operands() const { return &operands_; }

 private:
  static inline thread_local const CurrentCall* current_ = nullptr;

  const char* name_;
  Operands operands_;
  const CurrentCall* outer_;
};

}  // namespace modecheck::engine::cuda
