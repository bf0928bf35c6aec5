// Declares c10::ivalue::Future, a value that becomes available later.
#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "engine/dispatch/ivalue.h"

namespace c10 {
inline namespace modecheck_v1 {
namespace ivalue {

class Future final : public intrusive_ptr_target {
 public:
  Future() = default;

  bool completed() const;
  bool hasValue() const;
  bool hasError() const;
  std::exception_ptr exception_ptr() const;
  // Waits until the future has a value or an error. Throws the error if there is one.
  void wait();
  // Returns the value. Throws the future's error if there is one, and raises if the future is not completed.
  IValue value();
  // These functions give the future its value or its error, and run the callbacks. They raise if the future is already
  // completed.
  void markCompleted(IValue value = {});
  void setError(std::exception_ptr error);
  // Calls `callback` when the future is completed, or at once if it is already completed.
  void addCallback(std::function<void(Future&)> callback);

 private:
  void complete(IValue value, std::exception_ptr error);

  mutable std::mutex mutex_;
  std::condition_variable completion_;
  bool completed_ = false;
  IValue value_;
  std::exception_ptr error_;
  std::vector<std::function<void(Future&)>> callbacks_;
};

}  // namespace ivalue
}  // namespace modecheck_v1
}  // namespace c10
