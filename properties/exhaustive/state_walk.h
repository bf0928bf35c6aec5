// All programs over an alphabet, shortest first, on the model alone. A program whose state was reached before by
// another of no more commands is not continued: what comes after it comes after the other too (spec/model/state_key.h).
//
//   StateWalk walk(alphabet(), StateWalk::Pruning::On, jobs);
//   while (walk.depth() < 5) {
//     for (i = 0; i < walk.programs(); ++i) { walk.program_into(program, i); ... }   // of depth() + 1 commands
//     walk.advance(...);
//   }
//
// The odometer of choice_odometer.h does not serve here: it goes through the programs depth first, and a state may then
// be met by a long program before a short one.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_set>
#include <vector>

#include "properties/campaign/transition.h"
#include "spec/model/model.h"
#include "spec/model/rules.h"
#include "spec/model/state_key.h"
#include "spec/program/program.h"

namespace modecheck::properties {

class StateWalk {
 public:
  enum class Pruning : bool { Off, On };

  StateWalk(std::vector<spec::Record> letters, Pruning pruning, int jobs = 1);

  // Commands of the programs that are continued next.
  int depth() const { return depth_; }
  // Different states so far, the initial one among them.
  std::uint64_t states() const { return seen_.size(); }
  bool reached(const spec::StateKey& key) const { return seen_.count(key) != 0; }
  // Programs of one command more than depth().
  std::uint64_t programs() const { return frontier_ * letters_.size(); }
  void program_into(spec::Program& program, std::uint64_t index) const;

  struct Level {
    std::uint64_t programs = 0;
    std::uint64_t new_states = 0;
    std::uint64_t pruned = 0;  // programs that are not continued
  };
  // Runs these programs on the model and goes on to those that are continued. `met` is told of every transition and of
  // the rules that decided there.
  // `spoilt`: programs that do not stand for their states; of those with the same state one is continued, and so is the
  // first that does. Both may be empty.
  Level advance(const std::function<void(const Transition&, spec::RuleSet)>& met = {},
                const std::function<bool(std::uint64_t index)>& spoilt = {});

 private:
  struct Met {
    spec::StateKey key;
    Transition transition;
    spec::RuleSet rules;
  };
  class Runner;

  const std::vector<spec::Record> letters_;
  const Pruning pruning_;
  const int jobs_;
  int depth_ = 0;
  std::uint64_t frontier_ = 1;       // programs that are continued
  std::vector<std::uint8_t> paths_;  // their letters, depth_ for each
  std::unordered_set<spec::StateKey, spec::StateKeyHash> seen_;
  std::unordered_set<spec::StateKey, spec::StateKeyHash> spoilt_;  // of these: by programs that do not stand for them
};

}  // namespace modecheck::properties
