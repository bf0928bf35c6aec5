#include "tests/stress/actor.h"

#include <limits>
#include <new>
#include <stdexcept>

#include "tests/stress/thrown.h"
#include "torch/torch.h"

namespace modecheck::stress {

void Actor::check(bool holds, const std::string& what) {
  if (!holds)
    world_.outcome.fail("thread " + std::to_string(number_) + ", step " + std::to_string(step_) + ": " + what);
}

void Actor::check_state(const char* where) {
  const std::string difference = difference_from_thread(now_);
  if (!difference.empty()) check(false, std::string(where) + ": " + difference + " (G1 to G8)");
}

void Actor::check_elements(const at::Tensor& tensor, float value, const char* what) {
  if (!tensor.defined() || tensor.dim() != 1) return check(false, std::string(what) + ": there is no vector");
  const float* const elements = tensor.data_ptr<float>();
  for (std::int64_t i = 0; i < tensor.size(0); ++i) {
    const float element = elements[i * tensor.stride(0)];
    if (element != value)
      return check(false, std::string(what) + ": an element is " + std::to_string(element) + " and should be " +
                              std::to_string(value));
  }
}

bool Actor::ends_normally(const std::function<void()>& function) {
  try {
    function();
    return true;
  } catch (const Thrown&) {
    return false;
  } catch (int) {
    return false;
  } catch (const std::bad_alloc&) {
    return false;
  } catch (const std::exception& error) {
    const engine::Classified* const known = engine::classified(error);
    const bool ours = known != nullptr && known->error_class() == engine::ErrorClass::Shape;
    if (!ours) check(false, std::string("an error that nothing should cause: ") + error.what());
    return false;
  }
}

void Actor::check_rejected(const std::function<void()>& function, engine::ErrorClass reason, const char* what) {
  try {
    function();
    check(false, std::string(what) + " was not rejected");
  } catch (const std::exception& error) {
    const engine::Classified* const known = engine::classified(error);
    check(known != nullptr && known->error_class() == reason,
          std::string(what) + " was rejected for another reason: " + error.what());
  }
  check_state(what);
}

void Actor::run(int steps) {
  check_state("a new thread");
  plain_ = at::ones({3});
  {
    const c10::InferenceMode mode;
    ours_ = at::ones({3});
  }
  for (step_ = 1; step_ <= steps && !world_.outcome.has_failed(); ++step_) step();
  world_.outcome.add_steps(static_cast<std::uint64_t>(step_ - 1));
  while (!open_.empty()) close_guard();
}

void Actor::step() {
  using Step = void (Actor::*)();
  struct Row {
    int share;
    Step step;
  };
  static constexpr Row rows[] = {
      {14, &Actor::open_guard},
      {13, &Actor::close_guard},
      {2, &Actor::set_grad},
      {10, &Actor::probe},
      {12, &Actor::nest_and_catch},
      {5, &Actor::call_kernel},
      {4, &Actor::call_fallback},
      {5, &Actor::call_function},
      {4, &Actor::reject_all},
      {8, &Actor::run_backward},
      {3, &Actor::run_reentrant},
      {3, &Actor::differentiate_twice},
      {5, &Actor::use_shared_graph},
      {4, &Actor::accumulate},
      {3, &Actor::hook_shared_graph},
      {5, &Actor::read_shared},
      {6, &Actor::send},
      {8, &Actor::receive},
      {4, &Actor::use_kept},
      {2, &Actor::run_child},
      {1, &Actor::watch_anomalies},
  };
  static constexpr int total = [] {
    int sum = 0;
    for (const Row& row : rows) sum += row.share;
    return sum;
  }();
  int left = draw_.below(total);
  const Row* row = rows;
  while (left >= row->share) left -= (row++)->share;
  plant();
  try {
    (this->*row->step)();
  } catch (const std::exception& error) {
    check(false, "the step " + std::to_string(row - rows) + " ended with an exception: " + error.what());
  }
  check_state("after the step");
}

// Makes the mistakes that no step makes by itself.
void Actor::plant() {
  if (world_.planted == Planted::UnsynchronisedCounter) ++world_.unsynchronised;
  if (world_.planted == Planted::UndefinedOverflow) {
    const volatile int most = std::numeric_limits<int>::max();
    const volatile int more = most + number_ + 1;
    static_cast<void>(more);
  }
  if (world_.planted == Planted::UninitialisedElement) {
    const at::Tensor unwritten = at::empty({1000});
    if (unwritten.data_ptr<float>()[999] > 1) ++world_.arrived;
    if (unwritten.data_ptr<float>()[999] > 1) --world_.arrived;
  }
}

}  // namespace modecheck::stress
