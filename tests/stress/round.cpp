#include "tests/stress/round.h"

#include <exception>
#include <string>
#include <thread>
#include <vector>

#include "engine/core/memory/live_objects.h"
#include "tests/stress/actor.h"
#include "tests/stress/world.h"
#include "torch/torch.h"

namespace modecheck::stress {
namespace {

// AutoNonVariableTypeMode warns, and so does anomaly mode for each exception. That would hide the report.
class Silent final : public c10::WarningHandler {
  void process(const c10::SourceLocation& /*location*/, const std::string& /*message*/, bool /*verbatim*/) override {}
};

void act(World& world, int number, std::uint64_t seed, int steps) {
  Silent silent;
  c10::Warning::set_warning_handler(&silent);
  try {
    Actor actor(world, number, seed);
    actor.run(steps);
  } catch (const std::exception& error) {
    world.outcome.fail("thread " + std::to_string(number) + ": a step ended with an exception: " + error.what());
  } catch (...) {
    world.outcome.fail("thread " + std::to_string(number) + ": a step ended with an unknown exception");
  }
  c10::Warning::set_warning_handler(nullptr);
}

// Takes what is left in the mailboxes, and ends the guards in it on this thread.
void empty_mailboxes(World& world) {
  const at::ThreadLocalStateGuard restored(world.defaults.state);
  ModeModel now;
  for (const std::unique_ptr<Mailbox>& mailbox : world.mailboxes)
    while (const std::unique_ptr<Parcel> parcel = mailbox->take())
      if (parcel->guard != nullptr) {
        parcel->guard->is_ended_by(now);
        parcel->guard->end();
        const std::string difference = difference_from_thread(now);
        if (!difference.empty()) world.outcome.fail("a guard of a thread that has ended: " + difference + " (G8)");
      }
}

void check_gradient(World& world) {
  const float arrived = static_cast<float>(world.arrived.load());
  const at::Tensor gradient = world.weight.grad();
  for (int i = 0; i < 3; ++i) {
    const float element = gradient.defined() ? gradient.select(0, i).item<float>() : 0;
    if (element != arrived)
      world.outcome.fail("S6: the shared leaf's gradient is " + std::to_string(element) +
                         ", and the threads have added " + std::to_string(arrived));
  }
  if (world.weight._version() != 0) world.outcome.fail("V3: the shared leaf was written");
}

}  // namespace

void run_round(const Round& round, Outcome& outcome) {
  const std::int64_t before = engine::live_objects().total();
  {
    World world(round.threads, round.planted, outcome);
    Draw seeds(round.seed);
    std::vector<std::thread> threads;
    for (int i = 0; i < round.threads; ++i)
      threads.emplace_back([&world, &round, i, seed = seeds.next()] { act(world, i, seed, round.steps); });
    for (std::thread& thread : threads) thread.join();
    empty_mailboxes(world);
    if (!outcome.has_failed()) check_gradient(world);
  }
  const std::int64_t left = engine::live_objects().total() - before;
  if (!outcome.has_failed() && left != 0)
    outcome.fail(std::to_string(left) +
                 " tensors, storages, version counters and nodes are left when all handles are gone");
}

}  // namespace modecheck::stress
