// Runs all programs of up to K commands over the reduced alphabet, shortest first, and judges them in lockstep like
// those of a campaign.
//
// A program is continued only if no other program of at most its length has reached the same state of the model before
// (state_walk.h). So every effect that follows from the model's state is judged. A mismatch may be missed if it depends
// on something else: on state that only the subject has, or on values. A state has the values of the program that
// reached it first. A program with a known mismatch does not represent its state, because subjects are not judged on
// the commands after a mismatch.
//
// A recorded search (CampaignOptions::record) has a part of the record for each length (part.h). A shard searches every
// n-th slice of the longest programs, and all shorter ones, because they decide which programs are continued. It leaves
// out what the record has: shards that begin with the same results of all shorter programs search only their own.
#pragma once

#include <vector>

#include "properties/campaign/campaign.h"

namespace modecheck::properties {

struct ExhaustionOptions {
  int depth = 3;  // the number of commands of the longest programs
  bool pruning = true;
  CampaignOptions campaign;  // subjects, known mismatches, processes; `exhaust` itself decides which programs run
};

struct ExhaustionLevel {
  int depth = 0;  // the number of commands of this level's programs
  std::uint64_t programs = 0;
  std::uint64_t new_states = 0;  // states of the model that no shorter program reached
  std::uint64_t pruned = 0;  // the number of programs that are not continued, because their state was reached before
  // False if a shard searched its own programs of this level only. Then `programs` counts these, and the next two
  // members are 0.
  bool walked = true;
  double seconds = 0;
};

struct ExhaustionResult {
  std::vector<ExhaustionLevel> levels;
  std::uint64_t states = 0;  // the number of states, including the initial state
  CampaignResult campaign;   // the results of all levels together
  double seconds = 0;

  bool clean() const { return campaign.clean(); }
};

// Ends with the first depth that shows a new finding: longer programs would show it again.
ExhaustionResult exhaust(const ExhaustionOptions& options,
                         const std::function<void(int depth, const Progress&)>& progress = {});

}  // namespace modecheck::properties
