// Estimates how likely the next program of a search shows something that no program has shown, from how often the
// search has met each thing.
#pragma once

#include <cstdint>
#include <map>

#include "properties/campaign/showings.h"

namespace modecheck::properties {

constexpr double kConfidence = 0.95;

// What a search met of one sort of things, for example of signatures or of transitions of the model.
struct Discovery {
  std::uint64_t programs = 0;  // the number of programs that were searched
  std::uint64_t shown = 0;     // the number of different things that they showed
  std::uint64_t once = 0;      // the number of things that exactly one program showed
  std::uint64_t twice = 0;     // the number of things that exactly two programs showed
  std::uint64_t alone = 0;     // the number of programs that showed a thing which no other program showed
};

// A probability with its interval of confidence kConfidence.
struct Chance {
  double estimate = 0;
  double low = 0;
  double high = 1;
};

// Returns the interval of Clopper and Pearson (1934) for a probability of which `trials` trials had `successes`. If no
// trial or every trial had success, one end of the interval is 0 or 1, and the whole error is on its other side: of n
// trials without success, the high end is 1 - 0.05^(1/n), which the "rule of three" gives as 3 / n. Of both cases
// together the interval holds the probability in at least 93.7 of 100 searches. Without trials the interval is 0 to 1.
Chance chance_of(std::uint64_t successes, std::uint64_t trials);

// Returns the chance that the next program shows a thing that none has shown. The estimate is that of Good and Turing
// (Good 1953) in the form for programs that show several things at once: the share of the programs that showed a thing
// alone. If each program is left out in turn and the others are the search, that is how often the program left out
// shows something new. The interval is the wider one of chance_of(alone, programs) and of Esty (1983), for whom things
// that two programs showed make the estimate less certain. If each thing was shown twice or more, the high end is 7 /
// n: of equally rare things, however many there are, more than that is left with a probability of less than 5 %.
Chance chance_of_new(const Discovery& discovery);

// Returns what a search of `programs` programs met, of which each entry of `shown` stands for one thing.
Discovery discovery_of(const std::map<std::uint64_t, Showings>& shown, std::uint64_t programs);

}  // namespace modecheck::properties
