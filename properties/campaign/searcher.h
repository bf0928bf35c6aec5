// One process of a campaign: checks every J-th program and tells what departs.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <set>
#include <vector>

#include "properties/campaign/campaign.h"
#include "properties/campaign/sighting.h"
#include "properties/campaign/transition_set.h"

namespace modecheck::properties {

constexpr std::size_t kMaxSubjects = 8;
constexpr std::size_t kMaxKnown = 1024;
constexpr std::uint64_t kRepeated = 16;  // one program in so many runs twice (Lockstep::set_repeats)

// Shared with the process that watches.
struct SearchState {
  std::atomic<std::uint64_t> current{0};    // the program in flight
  std::atomic<std::int64_t> started_ns{0};  // when it began (steady clock); 0: none is in flight
  Counts counts;
  std::array<SubjectCounts, kMaxSubjects> subjects{};
  std::array<std::uint64_t, kRuleCount> rule_hits{};
  std::array<std::uint64_t, kMaxKnown> known{};
};

std::int64_t steady_ns();

class Searcher {
 public:
  // `out`: the descriptor that sightings go to. `transitions`, `census`: where those that are reached are noted, if
  // anywhere.
  Searcher(const CampaignOptions& options, SearchState& state, int out, TransitionSet* transitions = nullptr,
           Census* census = nullptr);

  // Programs first, first + stride, ... up to but not including `end`, while time remains.
  void run(std::uint64_t first, std::uint64_t stride, std::uint64_t end, std::int64_t deadline_ns);

  // One program, each subject in a process of its own.
  void run_isolated(std::uint64_t index);

 private:
  void judge(std::uint64_t index, Lockstep& lockstep);
  void publish(const Lockstep& lockstep);

  const CampaignOptions& options_;
  SearchState& state_;
  int out_;
  TransitionSet* transitions_;
  Census* census_;
  spec::Program program_;
  std::set<Signature> told_;
};

}  // namespace modecheck::properties
