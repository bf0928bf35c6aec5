// c10::ivalue::Future: a value that becomes available later.
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
  // Waits until the future is completed. Throws its error if it has one.
  void wait();
  // Throws the error if there is one. Raises if the future is not completed.
  IValue value();
  // Raises if the future is already completed. The callbacks run in this call.
  void markCompleted(IValue value = {});
  void setError(std::exception_ptr error);
  // Calls `callback` when the future is completed, or at once if it already is.
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
