#include "properties/exhaustive/state_walk.h"

#include <algorithm>
#include <thread>

#include "properties/process/interrupt.h"

namespace modecheck::properties {
namespace {

constexpr std::uint64_t kStatesAtOnce = 1 << 14;

// A sink that ignores all effects of commands. It is needed because the model tracks which values are unknown only if
// it has a sink.
class DeafSink final : public spec::EffectSink {
 public:
  void play(const spec::Effect& /*effect*/) override {}
};

}  // namespace

// Runs programs on the model in one thread of the walk.
class StateWalk::Runner {
 public:
  explicit Runner(const std::vector<spec::Record>& letters) : letters_(letters), model_({}, &sink_, nullptr) {}

  spec::StateKey initial() {
    model_.reset();
    return model_.key();
  }

  // Runs each command of the alphabet after the program `path`, and writes a result for each into `out`.
  void continue_from(const std::uint8_t* path, int length, Met* out) {
    replay(path, length);
    const spec::StateKey here = model_.key();
    const spec::Observation before = step_.observation;
    bool moved = false;
    for (std::size_t i = 0; i < letters_.size(); ++i, ++out) {
      if (moved) replay(path, length);
      model_.step(letters_[i], step_);
      out->key = model_.key();
      out->transition = transition_of(letters_[i], before, before.mode, step_.outcome);
      out->rules = model_.rules();
      // If the command left the state as it was, the next command of the alphabet can start from this state, too.
      moved = out->key != here;
    }
  }

 private:
  void replay(const std::uint8_t* path, int length) {
    model_.reset();
    if (length == 0) model_.observe(0, step_.observation);
    for (int i = 0; i < length; ++i) model_.step(letters_[path[i]], step_);
  }

  const std::vector<spec::Record>& letters_;
  DeafSink sink_;
  spec::Model model_;
  spec::Step step_;
};

StateWalk::StateWalk(std::vector<spec::Record> letters, Pruning pruning, int jobs)
    : letters_(std::move(letters)), pruning_(pruning), jobs_(std::max(jobs, 1)) {
  seen_.insert(Runner(letters_).initial());
}

void StateWalk::program_into(spec::Program& program, std::uint64_t index) const {
  program.records.clear();
  const std::uint8_t* const path = paths_.data() + index / letters_.size() * static_cast<std::uint64_t>(depth_);
  for (int i = 0; i < depth_; ++i) program.records.push_back(letters_[path[i]]);
  program.records.push_back(letters_[index % letters_.size()]);
}

StateWalk::Level StateWalk::advance(const std::function<void(const Transition&, spec::RuleSet)>& met,
                                    const std::function<bool(std::uint64_t)>& spoilt) {
  const std::size_t letters = letters_.size();
  const auto length = static_cast<std::size_t>(depth_);
  Level level;
  level.programs = programs();
  std::vector<std::uint8_t> next;
  std::uint64_t continued = 0;
  std::vector<Met> results(std::min(kStatesAtOnce, frontier_) * letters);
  for (std::uint64_t first = 0; first < frontier_; first += kStatesAtOnce) {
    const std::uint64_t count = std::min(kStatesAtOnce, frontier_ - first);
    std::vector<std::thread> threads;
    threads.reserve(static_cast<std::size_t>(jobs_));
    for (int job = 0; job < jobs_; ++job)
      threads.emplace_back([&, job] {
        Runner runner(letters_);
        for (auto i = static_cast<std::uint64_t>(job); i < count && interrupt_signal() == 0;
             i += static_cast<std::uint64_t>(jobs_))
          runner.continue_from(paths_.data() + (first + i) * length, depth_, results.data() + i * letters);
      });
    for (std::thread& thread : threads) thread.join();
    if (interrupt_signal() != 0) return level;  // after an interrupt the results are incomplete
    for (std::uint64_t i = 0; i < count * letters; ++i) {
      if (met) met(results[i].transition, results[i].rules);
      const spec::StateKey& key = results[i].key;
      const bool is_new = seen_.insert(key).second;
      if (is_new) ++level.new_states;
      const bool is_spoilt = spoilt && spoilt(first * letters + i);
      if (is_spoilt && is_new) spoilt_.insert(key);
      const bool stands = is_new || (!is_spoilt && spoilt_.erase(key) != 0);
      if (!stands && pruning_ == Pruning::On) {
        ++level.pruned;
        continue;
      }
      const std::uint8_t* const path = paths_.data() + (first + i / letters) * length;
      next.insert(next.end(), path, path + length);
      next.push_back(static_cast<std::uint8_t>(i % letters));
      ++continued;
    }
  }
  paths_ = std::move(next);
  frontier_ = continued;
  ++depth_;
  return level;
}

}  // namespace modecheck::properties
