// Holds the operator that this thread is running on the CUDA device. Error messages need it: an operator may launch
// many kernels, and a kernel does not know the operator's arguments.
#pragma once

#include "engine/backends/cuda/runtime/operands.h"

namespace modecheck::engine::cuda {

class CurrentCall {
 public:
  // Starts a call of the operator `name`. If an operator calls another operator, the outer name is kept, so that errors
  // name the operator that the user called.
  CurrentCall(const char* name, const Operands& operands) : name_(name), operands_(operands), outer_(current_) {
    if (current_ == nullptr) current_ = this;
  }
  ~CurrentCall() { current_ = outer_; }
  CurrentCall(const CurrentCall&) = delete;
  CurrentCall& operator=(const CurrentCall&) = delete;

  // Returns the call of the operator that this thread is running, or null if none is known. In that case, errors name
  // the kernel that is launched.
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
