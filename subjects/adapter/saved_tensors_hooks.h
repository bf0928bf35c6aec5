// The guard `saved_tensors_hooks` of programs: while it is open, a pair of hooks of the program packs and unpacks what
// autograd saves on this thread. What the hooks do depends on the guard's kind.
// torch_access.h and engine_access.h tell the library to ask for the hooks.
#pragma once

#include <torch/csrc/autograd/engine.h>
#include <torch/csrc/autograd/saved_variable_hooks.h>

#include <memory>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "spec/program/saved_tensors_hooks.h"
#include "subjects/adapter/allocation_failure.h"
#include MODECHECK_ACCESS_HEADER

namespace modecheck::subjects {

// The error of a hook that raises. Where a library passes it on as an exception of another type, its message decides.
struct HookRaised : std::runtime_error {
  HookRaised() : std::runtime_error("modecheck's hook for saved tensors raises") {}
};

// The kind of the innermost open guard of the thread.
inline thread_local spec::SavedTensorsHooks hooks_of_thread = spec::SavedTensorsHooks::None;

class SavedTensorHooks final : public torch::autograd::SavedVariableHooks {
 public:
  explicit SavedTensorHooks(spec::SavedTensorsHooks kind) : kind_(kind) {}

  void call_pack_hook(const at::Tensor& tensor) override {
    if (kind_ == spec::SavedTensorsHooks::RaiseInPack) throw HookRaised();
    const access::OutsideTheRoute outside;
    const NotFailing not_failing;
    packed_ = kind_ == spec::SavedTensorsHooks::Copy ? tensor.detach().clone() : tensor.detach();
  }
  at::Tensor call_unpack_hook() override {
    if (kind_ == spec::SavedTensorsHooks::RaiseInUnpack) throw HookRaised();
    return packed_;
  }

 private:
  spec::SavedTensorsHooks kind_;
  at::Tensor packed_;
};

// An engine of autograd that asks the thread's open guard for hooks. It is made at the first guard, and lives as long
// as the process.
class HookingEngine final : public torch::autograd::Engine {
 public:
  HookingEngine() = default;
  static torch::autograd::Engine& of_process() {
    static auto* const engine = new HookingEngine;
    return *engine;
  }
  std::unique_ptr<torch::autograd::SavedVariableHooks> get_default_saved_variable_hooks() override {
    if (hooks_of_thread == spec::SavedTensorsHooks::None) return nullptr;
    const NotFailing not_failing;
    return std::make_unique<SavedTensorHooks>(hooks_of_thread);
  }
};

// Tells the library to ask for hooks. The whole process has one such setting, and programs may run on several threads
// at once. So the last thread whose program has asked takes it back.
class AskForHooks {
 public:
  static void of_thread() {
    if (std::exchange(asks_, true)) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    ++threads_;
    torch::autograd::set_default_engine_stub(&HookingEngine::of_process);
  }
  // Call this when the thread's program has ended.
  static void no_longer_of_thread() {
    if (!std::exchange(asks_, false)) return;
    const std::lock_guard<std::mutex> lock(mutex_);
    if (--threads_ == 0) access::stop_asking_for_hooks();
  }

 private:
  inline static std::mutex mutex_;
  inline static int threads_ = 0;
  inline static thread_local bool asks_ = false;
};

class SavedTensorsHooksGuard {
 public:
  explicit SavedTensorsHooksGuard(std::int64_t kind) : before_(hooks_of_thread) {
    AskForHooks::of_thread();
    hooks_of_thread = spec::hooks_of_kind(kind);
  }
  ~SavedTensorsHooksGuard() { hooks_of_thread = before_; }
  SavedTensorsHooksGuard(const SavedTensorsHooksGuard&) = delete;
  SavedTensorsHooksGuard& operator=(const SavedTensorsHooksGuard&) = delete;

 private:
  spec::SavedTensorsHooks before_;
};

}  // namespace modecheck::subjects
