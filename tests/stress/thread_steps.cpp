// The steps of a thread that have to do with other threads: parcels that it sends and receives, graphs of which two
// threads hold parts, and threads that it starts.
#include <thread>
#include <utility>

#include "tests/stress/actor.h"
#include "torch/torch.h"

namespace modecheck::stress {

using torch::autograd::grad;

namespace {

constexpr std::size_t most_kept = 4;

// A tensor that a thread still holds when it ends. Its destructor runs among those of the engine's thread-local
// objects.
thread_local at::Tensor held_to_the_end;

// Makes the mistake Planted::LastReferenceStays.
void keep_for_ever(const at::Tensor& tensor) {
  static std::mutex mutex;
  static std::vector<at::Tensor> kept;
  const std::lock_guard<std::mutex> lock(mutex);
  kept.push_back(tensor);
}

}  // namespace

// Sends the thread's state, a graph, a tensor and perhaps an open guard to another thread. This thread keeps a part of
// the graph, or nothing.
void Actor::send() {
  const Captured captured(now_);
  auto parcel = std::make_unique<Parcel>(captured);
  parcel->seed = draw_.next();
  parcel->alone = at::ones({3});
  parcel->alone_is_inference = now_.inference;
  {
    const Guard normal(GuardKind::State, now_, world_.defaults, world_.planted);
    parcel->leaf = at::ones({3}).set_requires_grad(true);
    at::Tensor part = parcel->leaf * 2;
    for (int i = draw_.below(40); i > 0; --i) part = part * world_.input;
    parcel->root = Tripled::apply(part, nullptr).sum();
    parcel->slope = 6;
    if (draw_.percent(60) && kept_.size() < most_kept) kept_.push_back({parcel->leaf, part, 2});
  }
  if (draw_.percent(25)) parcel->guard = new_guard(any_kind());
  check_state("before a parcel is sent");
  const auto receiver = static_cast<std::size_t>(draw_.below(static_cast<int>(world_.mailboxes.size())));
  if (world_.mailboxes[receiver]->put(parcel)) return;
  // The other thread's box is full, so this thread ends the guard itself.
  if (parcel->guard != nullptr) parcel->guard->end();
}

void Actor::receive() {
  const std::unique_ptr<Parcel> parcel = world_.mailboxes[static_cast<std::size_t>(number_)]->take();
  if (parcel == nullptr) return;
  // What happens to the parcel follows from its own seed, so that this thread's later steps do not depend on it.
  Draw draw(parcel->seed);
  {
    const Guard as_sent(GuardKind::State, now_, parcel->captured, world_.planted);
    check_state("in the state of another thread");
    check(parcel->alone.is_inference() == parcel->alone_is_inference, "K3: a tensor became another kind on its way");
    check_elements(parcel->alone, 1, "a tensor of another thread");
    if (draw.percent(70))
      check_elements(grad({parcel->root}, {parcel->leaf}, {}, /*retain_graph=*/true)[0], parcel->slope,
                     "S3: a gradient through a graph of another thread");
    const float* const elements = parcel->alone.data_ptr<float>();
    if (world_.planted == Planted::LastReferenceStays) keep_for_ever(parcel->alone);
    parcel->alone.reset();
    if (world_.planted == Planted::ReadAfterRelease) check(elements[0] > -1, "an element that was released");
    if (draw.percent(50)) parcel->root.reset();
  }
  check_state("after the state of another thread");
  if (parcel->guard == nullptr) return;
  // A guard acts on the thread that ends it, and restores what it found on the other one (G8).
  parcel->guard->is_ended_by(now_);
  parcel->guard->end();
  check_state("a guard of another thread was ended here");
}

// Builds on a part of a graph that another thread may be using or releasing.
void Actor::use_kept() {
  if (kept_.empty()) return;
  const auto chosen = kept_.begin() + draw_.below(static_cast<int>(kept_.size()));
  const Kept kept = std::move(*chosen);
  kept_.erase(chosen);
  at::Tensor root;
  {
    const Guard normal(GuardKind::State, now_, world_.defaults, world_.planted);
    at::Tensor more = kept.part;
    for (int i = draw_.below(10); i > 0; --i) more = more + kept.part;
    root = (more - more + kept.part).sum();
  }
  check_elements(grad({root}, {kept.leaf}, {}, /*retain_graph=*/true)[0], kept.slope,
                 "S3: a gradient through a part of a graph that another thread has");
}

// Starts a thread that ends with open guards, and then another one. Both start in the state of a new thread (G6).
void Actor::run_child() {
  const Captured captured(now_);
  std::vector<std::unique_ptr<Guard>> orphans;
  const Draw draw(draw_.next());
  std::thread([&] { leave_thread(orphans, captured, draw); }).join();
  std::thread([&] {
    if (world_.planted == Planted::StateOutlivesThread) at::ThreadLocalState::setThreadLocalState(captured.state);
    const std::string difference = difference_from_thread(ModeModel());
    if (!difference.empty()) check(false, "a thread after one that left guards open: " + difference + " (G6)");
  }).join();
  check_state("after a thread ended");
  // The guards that the thread did not end are ended here.
  while (!orphans.empty()) {
    const auto chosen = orphans.begin() + draw_.below(static_cast<int>(orphans.size()));
    (*chosen)->is_ended_by(now_);
    (*chosen)->end();
    orphans.erase(chosen);
    check_state("a guard of a thread that has ended");
  }
}

// Runs on a new thread: sets the captured state, opens guards that nobody ends here, and leaves a tensor to the
// destructors of the thread.
void Actor::leave_thread(std::vector<std::unique_ptr<Guard>>& orphans, const Captured& captured, Draw draw) {
  ModeModel now;
  const auto check_now = [&](const char* where) {
    const std::string difference = difference_from_thread(now);
    if (!difference.empty()) check(false, std::string(where) + ": " + difference);
  };
  check_now("a new thread (G6)");
  // Whether the engine's thread-local objects or this one are made first decides which are destroyed first.
  if (draw.percent(50)) held_to_the_end.reset();
  auto as_captured = std::make_unique<Guard>(GuardKind::State, now, captured, world_.planted);
  check_now("a captured state on a new thread (G6)");
  held_to_the_end = at::ones({3});
  check(held_to_the_end.is_inference() == now.inference, "K1: a tensor of a new thread is of the wrong kind");
  for (int i = draw.below(4); i > 0; --i) {
    orphans.push_back(
        std::make_unique<Guard>(static_cast<GuardKind>(draw.below(guard_kinds)), now, captured, world_.planted));
    check_now("a guard on a new thread");
  }
  // Without this guard's end the thread ends in the captured state or in one that the later guards have made of it.
  if (draw.percent(50)) orphans.push_back(std::move(as_captured));
}

}  // namespace modecheck::stress
