// Many programs, on several processes, with everything that departs brought together: one finding per signature, the
// known ones only counted.
//
// Program i of a seed is the same whatever the number of processes, the time limit and the subjects. Each process takes
// every J-th program; where one dies or hangs, its program is run again with every subject in a process of its own, and
// the campaign goes on behind it.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "properties/campaign/census.h"
#include "properties/campaign/transition.h"
#include "properties/known/known.h"
#include "properties/known/near_known.h"
#include "properties/lockstep/lockstep.h"
#include "properties/report/report.h"
#include "subjects/loading/plugin.h"

namespace modecheck::properties {

// A subject that can be opened in any process.
struct SubjectHandle {
  std::string name;  // "torch:cpu"
  subjects::Plugin plugin;
  spec::DeviceKind device = spec::DeviceKind::Cpu;
};

// `isolated`: each program in a process of its own.
std::unique_ptr<Lockstep> make_lockstep(const OracleFactory& oracle, const std::vector<SubjectHandle>& subjects,
                                        bool isolated, std::chrono::milliseconds limit);

struct CampaignOptions {
  std::uint64_t seed = 0;
  bool seeded = true;                     // false: the programs do not follow from a seed
  std::optional<std::uint64_t> programs;  // how many; without: until the time is over
  std::chrono::milliseconds time{30'000};
  int jobs = 1;
  std::chrono::milliseconds program_limit{5'000};
  std::chrono::milliseconds reduce_limit{10'000};  // per finding
  std::size_t max_findings = 200;                  // that are shrunk and written
  std::vector<SubjectHandle> subjects;
  std::vector<KnownDeparture> known;
  bool replays_known = true;       // whether their own programs are run first
  std::filesystem::path findings;  // where findings are written; empty: nowhere
  OracleFactory oracle;
  std::function<void(spec::Program& program, std::uint64_t index)> program_into;
  // Departures that are looked at, told with the rules that decide their command; empty: all.
  std::function<bool(const Departure&, spec::RuleSet deciding)> wanted;
  // Told, in the process that ran it, of each program in which somebody departs, known or not; may be empty.
  std::function<void(std::uint64_t index)> departed;
  bool transitions = false;  // whether the result tells those that were reached
  bool census = false;       // whether it tells what was met where
};

struct Finding {
  Signature signature;
  Gravity gravity = Gravity::WrongState;
  std::string field;        // that differs: "version"
  std::uint64_t index = 0;  // of the program that showed it first
  bool shrunk = true;
  std::size_t commands = 0;  // of the shrunk program
  std::size_t original_commands = 0;
  std::string program_text;  // shrunk
  std::string sentence;
  std::string report;                  // without colours
  ReportParts parts;                   // of the report; without steps if it was not shrunk
  std::filesystem::path program_file;  // empty if nothing was written
  std::filesystem::path cpp_file;
  std::string not_written;        // why its files could not be written; empty if they were, or were not asked for
  std::optional<NearKnown> near;  // the known issue that it resembles most
};

struct KnownCount {
  std::string id;
  std::string cause;
  std::uint64_t programs = 0;
  bool relevant = false;             // its subject is judged, in a version it speaks of
  bool departs = true;               // its own program still shows it in all of these
  std::vector<std::string> gone_in;  // the subjects in which it does not: "torch:cpu 1.13.1"
};

struct CampaignResult {
  Counts counts;
  std::vector<SubjectCounts> subjects;
  std::array<std::uint64_t, kRuleCount> rule_hits{};
  std::vector<Finding> findings;  // the gravest first
  std::vector<KnownCount> known;
  std::size_t findings_not_shrunk = 0;  // beyond max_findings
  std::uint64_t crashes = 0;            // processes that died or hung and were replaced
  std::uint64_t lost = 0;               // of these: to what departing programs left behind in the process
  double seconds = 0;                   // of the search alone
  double replay_seconds = 0;            // of the known departures' own programs
  double shrink_seconds = 0;
  int interrupted = 0;                  // the signal that ended it early; 0: none
  std::vector<Transition> transitions;  // in the order of their codes
  std::shared_ptr<Census> census;       // null if it was not asked for

  bool clean() const;
};

struct Progress {
  std::uint64_t programs = 0;
  std::uint64_t commands = 0;
  double seconds = 0;
  std::size_t findings = 0;
  std::uint64_t known = 0;
  std::string phase;  // "known departures", "search", "shrinking 3 of 7"
};

CampaignResult run_campaign(const CampaignOptions& options, const std::function<void(const Progress&)>& progress);

}  // namespace modecheck::properties
