// Declares the handle to a registration of an operator or kernel. Destroying the handle undoes the registration.
#pragma once

#include <functional>
#include <utility>

namespace c10 {
inline namespace modecheck_v1 {

class RegistrationHandleRAII final {
 public:
  explicit RegistrationHandleRAII(std::function<void()> undo) : undo_(std::move(undo)) {}
  RegistrationHandleRAII(RegistrationHandleRAII&& other) noexcept : undo_(std::exchange(other.undo_, nullptr)) {}
  RegistrationHandleRAII& operator=(RegistrationHandleRAII&& other) noexcept {
    std::swap(undo_, other.undo_);
    return *this;
  }
  RegistrationHandleRAII(const RegistrationHandleRAII&) = delete;
  RegistrationHandleRAII& operator=(const RegistrationHandleRAII&) = delete;
  ~RegistrationHandleRAII() {
    if (undo_) undo_();
  }

 private:
  std::function<void()> undo_;
};

}  // namespace modecheck_v1
}  // namespace c10
