#include "engine/dispatch/future.h"

#include <utility>

#include "engine/core/errors/error.h"

namespace c10 {
inline namespace modecheck_v1 {
namespace ivalue {
namespace {

std::string text_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& known) {
    return known.what();
  } catch (...) {
    return "an unknown exception";
  }
}

}  // namespace

bool Future::completed() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return completed_;
}

bool Future::hasValue() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return completed_ && !error_;
}

bool Future::hasError() const { return exception_ptr() != nullptr; }

std::exception_ptr Future::exception_ptr() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return error_;
}

void Future::wait() {
  std::unique_lock<std::mutex> lock(mutex_);
  completion_.wait(lock, [this] { return completed_; });
  if (error_) std::rethrow_exception(error_);
}

IValue Future::value() {
  const std::lock_guard<std::mutex> lock(mutex_);
  MODECHECK_CHECK(completed_, modecheck::engine::ErrorClass::Argument, "Future: value() before it is completed");
  if (error_) std::rethrow_exception(error_);
  return value_;
}

void Future::markCompleted(IValue value) { complete(std::move(value), nullptr); }
void Future::setError(std::exception_ptr error) { complete({}, std::move(error)); }

void Future::complete(IValue value, std::exception_ptr error) {
  std::vector<std::function<void(Future&)>> callbacks;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (completed_ && error_ && error)
      modecheck::engine::raise(modecheck::engine::ErrorClass::Argument,
                               "Error already set on this Future: ", text_of(error_),
                               ", trying to set error: ", text_of(error));
    MODECHECK_CHECK(!completed_, modecheck::engine::ErrorClass::Argument,
                    "Attempting to mark a completed Future as complete again");
    completed_ = true;
    value_ = std::move(value);
    error_ = std::move(error);
    callbacks.swap(callbacks_);
  }
  completion_.notify_all();
  for (const auto& callback : callbacks) callback(*this);
}

void Future::addCallback(std::function<void(Future&)> callback) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!completed_) {
      callbacks_.push_back(std::move(callback));
      return;
    }
  }
  callback(*this);
}

}  // namespace ivalue
}  // namespace modecheck_v1
}  // namespace c10
