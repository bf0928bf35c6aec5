// A StateWalk walks all programs over an alphabet (a small set of commands), shortest first, on the model alone. It
// does not continue a program if another program of at most the same length has reached the same state before: the same
// commands could follow both programs, with the same effects (spec/model/state_key.h).
//
//   StateWalk walk(alphabet(), StateWalk::Pruning::On, jobs);
//   while (walk.depth() < 5) {
//     for (i = 0; i < walk.programs(); ++i) { walk.program_into(program, i); ... }   // of depth() + 1 commands
//     walk.advance(...);
//   }
//
// The odometer of choice_odometer.h cannot be used here. It enumerates depth first, so that a long program might reach
// a state before a short one.
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

  // Returns the number of commands of the programs to be continued next.
  int depth() const { return depth_; }
  // Returns the number of different states so far, including the initial one.
  std::uint64_t states() const { return seen_.size(); }
  bool reached(const spec::StateKey& key) const { return seen_.count(key) != 0; }
  // Returns the number of programs with one command more than depth().
  std::uint64_t programs() const { return frontier_ * letters_.size(); }
  void program_into(spec::Program& program, std::uint64_t index) const;

  struct Level {
    std::uint64_t programs = 0;
    std::uint64_t new_states = 0;
    std::uint64_t pruned = 0;  // the number of programs that are not continued, because their state was reached before
  };
  // Runs all programs of depth() + 1 commands on the model, and keeps the programs to be continued next. The walk calls
  // `met` with every transition and the rules that decided there. `spoilt` says that a program does not represent its
  // state. For each state, one spoilt program is continued, and the first program that is not spoilt. Both functions
  // may be empty.
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
  std::uint64_t frontier_ = 1;  // the number of programs to be continued
  // The commands of the programs to be continued, as indices into letters_. Each program has depth_ indices.
  std::vector<std::uint8_t> paths_;
  std::unordered_set<spec::StateKey, spec::StateKeyHash> seen_;
  // The states in `seen_` that only spoilt programs have reached, that is, programs that do not represent their state.
  std::unordered_set<spec::StateKey, spec::StateKeyHash> spoilt_;
};

}  // namespace modecheck::properties
