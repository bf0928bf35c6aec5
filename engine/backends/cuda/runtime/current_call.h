// The operator that a thread carries out on the device, for the messages of its kernels: those are many for some
// operators, and know nothing of what it was called with.
#pragma once

#include "engine/backends/cuda/runtime/operands.h"

namespace modecheck::engine::cuda {

class CurrentCall {
 public:
  // An operator that another one makes use of is that one's affair.
  CurrentCall(const char* name, const Operands& operands) : name_(name), operands_(operands), outer_(current_) {
    if (current_ == nullptr) current_ = this;
  }
  ~CurrentCall() { current_ = outer_; }
  CurrentCall(const CurrentCall&) = delete;
  CurrentCall& operator=(const CurrentCall&) = delete;

  // Null: the kernel that is given is the operator.
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
