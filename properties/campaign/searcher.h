// A Searcher does the work of one process of a campaign: it checks every J-th program and reports mismatches.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "properties/campaign/campaign.h"
#include "properties/campaign/finding_message.h"
#include "properties/campaign/reached.h"
#include "properties/campaign/signature_counts.h"
#include "properties/campaign/slice.h"

namespace modecheck::properties {

constexpr std::size_t kMaxSubjects = 8;
constexpr std::size_t kMaxKnown = 1024;
// one program out of this many runs twice, to check determinism (Lockstep::set_repeats)
constexpr std::uint64_t kRepeated = 16;

constexpr std::int64_t kWriting = std::numeric_limits<std::int64_t>::max();

// The state that a search process shares with the process that watches it.
struct SearchState {
  std::atomic<std::uint64_t> current{0};  // the number of the program that is being run
  // When that program began, by the steady clock. 0: no program was run yet. kWriting: the process writes to a pipe,
  // and may wait until the process that watches it reads.
  std::atomic<std::int64_t> started_ns{0};
  // The number of programs of the slice that were written when the counts below began. If the record has more of the
  // slice, the process died between writing the slice and clearing the counts.
  std::atomic<std::uint64_t> counted_from{0};
  Counts counts;
  std::array<SubjectCounts, kMaxSubjects> subjects{};
  std::array<std::uint64_t, kRuleCount> rule_hits{};
  std::array<Showings, kMaxKnown> known{};
  SignatureCounts signatures;
  NotJudged not_judged;

  void clear_counts();
};

// Adds the counts of a state to a slice.
void add(Slice& slice, const SearchState& state, std::size_t subjects);

std::int64_t steady_ns();

class Searcher {
 public:
  // `out` is the file descriptor that finding messages are written to. `reached` records what the programs reach.
  Searcher(const CampaignOptions& options, SearchState& state, int out, Reached reached = {});

  // Runs the programs first, first + stride, ... below `end`, until `deadline_ns` of the steady clock.
  void run(std::uint64_t first, std::uint64_t stride, std::uint64_t end, std::int64_t deadline_ns);

  // Runs the programs below `end`, a number without a part, in the slices of the shard that this job has: of the slices
  // that the shard has in order, every J-th one from number `job` on. Leaves out what the record has, and writes each
  // slice to `out` when it is complete, every two seconds, and at the deadline.
  void run_slices(std::uint64_t job, std::uint64_t end, std::int64_t deadline_ns);

  // Runs the program number `index` of the campaign, with each subject in a process of its own.
  void run_isolated(std::uint64_t index);

 private:
  // What one program showed. It counts only when the program has run to its end: a program that kills the process is
  // judged again, in processes of its own, and would count twice.
  struct Shown {
    std::vector<std::string> not_judged;  // the rules of mismatches that are not to be judged
    std::set<std::uint64_t> signatures;
    std::set<std::size_t> known;  // known mismatches, by their index
  };

  void judge(std::uint64_t index, Lockstep& lockstep);
  // Judges a program, and writes its new mismatches.
  Shown shown_by(std::uint64_t index, Lockstep& lockstep);
  void publish(const Lockstep& lockstep);
  // Runs the programs of a slice from slice.done on. Returns false if the deadline came first.
  bool run_slice(Slice& slice, std::uint64_t begin, std::uint64_t end, Lockstep& lockstep, std::int64_t deadline_ns);
  void write(const std::string& line);
  // Adds what was counted since the last call to the slice, which now has `done` programs, and writes the slice.
  void write_slice(Slice& slice, std::uint64_t done, Lockstep& lockstep);

  const CampaignOptions& options_;
  SearchState& state_;
  int out_;
  Reached reached_;
  spec::Program program_;
  std::set<Signature> told_;
};

}  // namespace modecheck::properties
