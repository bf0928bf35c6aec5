// Says of the known mismatches that a search did not meet whether it ran enough programs to conclude that they are
// gone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/report/run_report.h"
#include "properties/known/meeting_rate.h"

namespace modecheck::cli {

// The confidence with which a report says that a known mismatch is gone. It is higher than that of an interval, because
// a report speaks of hundreds of known mismatches at once.
constexpr double kGone = 0.99;

struct UnmetKnown {
  const properties::KnownMismatch* entry;
  properties::MeetingRate rate;         // how often scripts/findability met it
  std::optional<std::uint64_t> needed;  // after how many clean programs it is gone; std::nullopt if it was never met
  bool gone = false;                    // whether the run had that many
};

// Returns how often scripts/findability met the entry, or std::nullopt if it measured other programs than the run's or
// another version of the subject, or did not know the entry.
std::optional<properties::MeetingRate> rate_of(const RunFacts& run, const properties::KnownMismatch& entry);

// Returns the known mismatches that the run did not meet and that have a rate, those that are gone first and then those
// that need the fewest programs.
std::vector<UnmetKnown> unmet_known(const RunFacts& run);

// Returns a few sentences about unmet_known, or "" if it is empty.
std::string unmet_text(const RunFacts& run);

// Returns a sentence about an entry whose own program no longer shows its mismatch: whether the search met it by other
// programs, or whether it ran enough of them to conclude that it is gone. Returns "" if its rate is not known.
std::string absence_text(const RunFacts& run, const properties::KnownCount& count);

}  // namespace modecheck::cli
