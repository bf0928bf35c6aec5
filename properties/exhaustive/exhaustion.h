// All programs of up to K commands over the reduced alphabet, shortest first, judged in lockstep like those of a
// campaign.
//
// A program is continued only if no other of no more commands led to its state before (state_walk.h). That is sound for
// what follows from the state of the model. It says nothing of a subject that remembers more than the model does, or of
// numbers: the values in a state are those of the program that led there first. A program in which somebody departs, as
// is known, does not stand for its state: nobody is judged on what comes after it.
#pragma once

#include <vector>

#include "properties/campaign/campaign.h"

namespace modecheck::properties {

struct ExhaustionOptions {
  int depth = 3;  // commands of the longest programs
  bool pruning = true;
  CampaignOptions campaign;  // subjects, known departures, processes; which programs are run is decided here
};

struct ExhaustionLevel {
  int depth = 0;  // commands of its programs
  std::uint64_t programs = 0;
  std::uint64_t new_states = 0;  // of the model, that no shorter program led to
  std::uint64_t pruned = 0;      // programs that are not continued
  double seconds = 0;
};

struct ExhaustionResult {
  std::vector<ExhaustionLevel> levels;
  std::uint64_t states = 0;  // the initial one among them
  CampaignResult campaign;   // of all levels together
  double seconds = 0;

  bool clean() const { return campaign.clean(); }
};

// Ends with the first depth at which something new departs: longer programs would show it again.
ExhaustionResult exhaust(const ExhaustionOptions& options,
                         const std::function<void(int depth, const Progress&)>& progress = {});

}  // namespace modecheck::properties
