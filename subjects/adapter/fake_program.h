// The fake mode in which a program runs on the subject `engine:fake`. On any other subject it does nothing.
#pragma once

#include <memory>
#include <optional>

#include "engine/fake/fake_tensor_mode.h"
#include "engine/fake/fake_tensor_mode_guard.h"
#include "spec/interface/device_kind.h"

namespace modecheck::subjects::access {

class FakeProgram {
 public:
  // Makes a fake mode.
  void begin() { mode_ = std::make_unique<engine::fake::FakeTensorMode>(); }
  // Makes a fresh mode for a second trace of the same inputs. Only after begin().
  void begin_again() { mode_ = engine::fake::fresh_fake_mode(*mode_); }
  // Only after begin().
  at::Tensor from_tensor(const at::Tensor& real) { return mode_->from_tensor(real); }
  // Lets go of the mode, and of the real tensors that it keeps.
  void end() { mode_.reset(); }

  // Enters the mode on the calling thread, as long as the object exists.
  class OnThisThread {
   public:
    explicit OnThisThread(const FakeProgram& program) {
      if (program.mode_) guard_.emplace(*program.mode_);
    }

   private:
    std::optional<engine::fake::FakeTensorModeGuard> guard_;
  };

 private:
  std::unique_ptr<engine::fake::FakeTensorMode> mode_;
};

}  // namespace modecheck::subjects::access
