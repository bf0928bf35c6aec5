// One guard of the engine together with what the rules say that it does. Its beginning and its end change the engine's
// state of the calling thread and the model of that thread alike (G2 to G8).
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "tests/stress/captured.h"
#include "tests/stress/mode_model.h"
#include "tests/stress/planted.h"

namespace modecheck::stress {

enum class GuardKind : std::uint8_t {
  InferenceModeOn,
  InferenceModeOff,
  NoGrad,
  GradOn,
  ForwardGradOff,
  ForwardGradOn,
  BelowAutograd,
  BelowADInplaceOrView,
  NonVariableType,
  ExcludeViewKey,
  IncludeViewKey,
  ForceKeys,
  State,  // a ThreadLocalStateGuard with a captured state
};
constexpr int guard_kinds = 13;

class Guard {
 public:
  // Opens a guard on the calling thread, whose state is `now`. `captured` is the state that a guard of the kind State
  // sets. The guard ends when it is destroyed, on whatever thread that happens, or by end().
  Guard(GuardKind kind, ModeModel& now, const Captured& captured, Planted planted);
  ~Guard() { end(); }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  // Says whose model the guard's end changes: that of the thread which ends it.
  void is_ended_by(ModeModel& now) { now_ = &now; }
  void end();

 private:
  // The engine's guard, of any type.
  struct Held {
    virtual ~Held() = default;
  };
  template <typename Type>
  struct HeldOf final : Held {
    template <typename... Arguments>
    explicit HeldOf(Arguments&&... arguments) : guard(std::forward<Arguments>(arguments)...) {}
    Type guard;
  };
  template <typename Type, typename... Arguments>
  void hold(Arguments&&... arguments) {
    held_ = std::make_unique<HeldOf<Type>>(std::forward<Arguments>(arguments)...);
  }

  void begin(const Captured& captured, Planted planted);
  void open_inference_mode(bool enabled, Planted planted);
  // Opens a guard that excludes the autograd keys, ADInplaceOrView, or both.
  template <typename Type, typename... Arguments>
  void open_excluding(bool autograd, bool view_key, Planted planted, Arguments&&... arguments);

  GuardKind kind_;
  ModeModel* now_;
  ModeModel saved_;  // the state at the beginning
  bool added_autograd_ = false;
  bool added_view_key_ = false;
  std::unique_ptr<Held> held_;
};

}  // namespace modecheck::stress
