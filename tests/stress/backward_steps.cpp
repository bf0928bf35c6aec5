// The steps of a thread that run backward: through graphs of its own with hooks that open guards and throw, inside
// another backward, and through graphs that all threads share.
#include <utility>

#include "tests/stress/actor.h"
#include "torch/torch.h"

namespace modecheck::stress {

using torch::autograd::grad;

// Runs backward in the present state through a graph whose nodes and hooks call wander(). Backward runs under the state
// of its caller with grad mode off, and restores the whole state, also after an exception (G6, S7).
void Actor::run_backward() {
  const ModeModel before = now_;
  Callbacks callbacks;
  at::Tensor leaf;
  at::Tensor root;
  const Inside inside = [&] { wander(); };
  {
    const Guard normal(GuardKind::State, now_, world_.defaults, world_.planted);
    leaf = at::ones({3}).set_requires_grad(true);
    const at::Tensor doubled = leaf * 2;
    if (draw_.percent(50)) callbacks.backward = inside;
    if (draw_.percent(50)) doubled.register_hook([&](const at::Tensor&) { inside(); });
    root = Tripled::apply(doubled, &callbacks).sum();
    if (draw_.percent(30)) root.grad_fn()->add_pre_hook(std::make_unique<BeforeNode>(inside));
    if (draw_.percent(30)) doubled.grad_fn()->add_post_hook(std::make_unique<AfterNode>(inside));
  }
  at::Tensor gradient;
  const bool accumulates = draw_.percent(30);
  now_.grad = false;
  const bool normally = ends_normally([&] {
    if (accumulates)
      root.backward();
    else
      gradient = grad({root}, {leaf})[0];
  });
  now_ = before;
  if (!normally && world_.planted == Planted::BackwardKeepsHooksState) at::GradMode::set_enabled(false);
  check_state("after backward");
  if (!normally) return;
  if (accumulates) gradient = leaf.grad();
  check_elements(gradient, 6, "S3: a gradient");
}

// Runs backward inside backward. Every sixtieth runs on a new thread, in the state of its caller.
void Actor::run_reentrant() {
  reenter(draw_.percent(3) ? 62 : draw_.below(4));
  check_state("after nested backward");
}

void Actor::reenter(int depth) {
  const ModeModel before = now_;
  Callbacks callbacks;
  at::Tensor leaf;
  at::Tensor root;
  {
    // Inside the mode nothing would be recorded, so the graph is made outside, in the middle of the outer backward.
    const Guard outside(draw_.percent(50) ? GuardKind::State : GuardKind::InferenceModeOff, now_, world_.defaults,
                        world_.planted);
    leaf = at::ones({3}).set_requires_grad(true);
    if (depth > 0)
      callbacks.backward = [&, depth] {
        check_state("in a nested backward");
        const Guard guard(draw_.percent(50) ? GuardKind::InferenceModeOn : any_kind(), now_, world_.defaults,
                          world_.planted);
        reenter(depth - 1);
      };
    root = Tripled::apply(leaf * 2, &callbacks).sum();
  }
  now_.grad = false;
  const at::Tensor gradient = grad({root}, {leaf})[0];
  now_ = before;
  if (depth > 0 && world_.planted == Planted::ReentrantBackwardForgets) at::GradMode::set_enabled(false);
  check_state("after a nested backward");
  check_elements(gradient, 6, "S7: a gradient of a backward inside backward");
}

// Differentiates the sum of squares twice, if the state allows operators in backward to be recorded.
void Actor::differentiate_twice() {
  if (!now_.is_consistent()) return;
  at::Tensor leaf;
  at::Tensor root;
  {
    const Guard normal(GuardKind::State, now_, world_.defaults, world_.planted);
    leaf = at::full({3}, 2.0F).set_requires_grad(true);
    root = (leaf * leaf).sum();
  }
  const at::Tensor first = grad({root}, {leaf}, {}, std::nullopt, /*create_graph=*/true)[0];
  check_state("after a backward that creates a graph");
  check_elements(first, 4, "S3: a first derivative");
  check(first.is_inference() == now_.inference, "S5: a gradient is of the wrong kind");
  const bool recorded = !now_.inference && !now_.autograd_excluded;
  check(first.requires_grad() == recorded, "G6: create_graph recorded, or did not record, against the mode");
  if (!recorded) return;
  const Guard normal(GuardKind::State, now_, world_.defaults, world_.planted);
  check_elements(grad({first.sum()}, {leaf})[0], 2, "S3: a second derivative");
}

// Runs backward through nodes that other threads run through at the same time.
void Actor::use_shared_graph() {
  at::Tensor root;
  const bool through_function = draw_.percent(50);
  {
    const Guard normal(GuardKind::State, now_, world_.defaults, world_.planted);
    root = (through_function ? world_.branch : world_.trunk).sum();
  }
  const at::Tensor gradient = grad({root}, {world_.weight}, {}, /*retain_graph=*/true)[0];
  check_state("after a backward through shared nodes");
  check_elements(gradient, through_function ? 6 : 2, "S3: a gradient through shared nodes");
}

// Adds to the gradient of the leaf that all threads share (S6).
void Actor::accumulate() {
  const Guard normal(GuardKind::State, now_, world_.defaults, world_.planted);
  const int times = 1 + draw_.below(3);
  if (world_.planted == Planted::GradientIsLost && draw_.percent(10)) {
    world_.arrived += times;
    return;
  }
  switch (draw_.below(3)) {
    case 0:
      (world_.weight * times).sum().backward();
      world_.arrived += times;
      break;
    case 1:
      world_.trunk.sum().backward({}, /*retain_graph=*/true);
      world_.arrived += 2;
      break;
    default:
      world_.branch.sum().backward({}, /*retain_graph=*/true);
      world_.arrived += 6;
      break;
  }
}

// Registers a hook on a tensor that all threads share. It may run on any of them, and opens the mode there.
void Actor::hook_shared_graph() {
  const auto calls = std::make_shared<std::atomic<int>>(0);
  const unsigned position = world_.trunk.register_hook([calls, input = world_.input](const at::Tensor&) {
    const c10::InferenceMode mode;
    if ((input + 1).is_inference()) ++*calls;
  });
  use_shared_graph();
  check(*calls > 0, "S7: a hook of a shared tensor did not run, or not in the mode");
  world_.trunk.remove_hook(position);
}

void Actor::read_shared() {
  check_elements(world_.input, 1, "a shared tensor");
  check_elements(world_.inference.view({3}), 1, "a shared inference tensor");
  check(world_.input._version() == 0, "V3: reading a shared tensor bumped its version");
  check(world_.row.is_view(), "W1: a shared view is no view any more");
  check(world_.row.item<float>() == 1, "the element of a shared view");
  const at::Tensor sum = world_.input + world_.inference;
  check(sum.is_inference() == now_.inference, "K4: a sum of shared tensors is of the wrong kind");
  check_elements(sum, 2, "a sum of shared tensors");
  check(world_.inference.detach().is_inference(), "K2: an alias of an inference tensor is normal");
}

// Turns anomaly mode on, which is one switch for all threads, while they record nodes and run backward.
void Actor::watch_anomalies() {
  const std::unique_lock<std::mutex> alone(world_.lonely, std::try_to_lock);
  if (!alone.owns_lock()) return;
  const torch::autograd::DetectAnomalyGuard anomalies;
  use_shared_graph();
}

}  // namespace modecheck::stress
