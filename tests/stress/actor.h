// One thread of the stress. It chooses its steps by its own random numbers, so what it does depends on its seed alone.
// What it finds in its mailbox depends on the other threads too. After every step it compares the thread's mode state
// with the model.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "ATen/ATen.h"
#include "tests/stress/custom_code.h"
#include "tests/stress/draw.h"
#include "tests/stress/guard.h"
#include "tests/stress/mode_model.h"
#include "tests/stress/world.h"

namespace modecheck::stress {

class Actor {
 public:
  Actor(World& world, int number, std::uint64_t seed) : world_(world), number_(number), draw_(seed) {}

  // Takes that many steps on the calling thread, which must be new, and then ends all guards that are still open.
  void run(int steps);

 private:
  // A part of a graph that this thread keeps and another thread may use too: `part` is `slope` times `leaf`.
  struct Kept {
    at::Tensor leaf;
    at::Tensor part;
    float slope;
  };

  // ---- checks (actor.cpp)
  void check(bool holds, const std::string& what);
  void check_state(const char* where);
  // Checks that all elements of the vector are `value`.
  void check_elements(const at::Tensor& tensor, float value, const char* what);
  // Runs the function. Returns whether it ended without an exception of throw_something(). Any other exception is a
  // failure.
  bool ends_normally(const std::function<void()>& function);
  // Checks that the function is rejected for this reason, and that the thread's state stays (E1).
  void check_rejected(const std::function<void()>& function, engine::ErrorClass reason, const char* what);

  // ---- guards and exceptions (guard_steps.cpp)
  GuardKind any_kind() { return static_cast<GuardKind>(draw_.below(guard_kinds)); }
  std::unique_ptr<Guard> new_guard(GuardKind kind);
  void open_guard();
  void close_guard();
  void set_grad();
  void probe();
  void probe_keys();
  // Opens guards in nested scopes, and may leave some of them by an exception.
  void nest(int depth);
  // What code does that the engine calls back: a few random steps, which may end with an exception.
  void wander();
  [[noreturn]] void throw_something();
  void nest_and_catch();
  void call_kernel();
  void call_fallback();
  void call_function();
  void reject_all();

  // ---- backward (backward_steps.cpp)
  void run_backward();
  void run_reentrant();
  void reenter(int depth);
  void differentiate_twice();
  void use_shared_graph();
  void accumulate();
  void hook_shared_graph();
  void read_shared();
  void watch_anomalies();

  // ---- threads (thread_steps.cpp)
  void send();
  void receive();
  void use_kept();
  void run_child();
  void leave_thread(std::vector<std::unique_ptr<Guard>>& orphans, const Captured& captured, Draw draw);

  void step();
  void plant();

  World& world_;
  const int number_;
  Draw draw_;
  int step_ = 0;
  ModeModel now_;                             // the state in which this thread should be
  std::vector<std::unique_ptr<Guard>> open_;  // the guards on the heap, which end in any order
  bool may_leave_open_ = true;                // whether a guard on the heap may be opened and ended here
  std::vector<Kept> kept_;
  at::Tensor plain_;  // three ones, changed by this thread only
  at::Tensor ours_;   // an inference tensor, changed by this thread only
};

}  // namespace modecheck::stress
