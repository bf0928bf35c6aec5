// Runs many programs in several processes and collects all mismatches: one finding per signature. Known mismatches are
// only counted.
//
// Program i of a seed is the same whatever the number of processes, the time limit and the subjects. Each of J
// processes takes every J-th program. If a process dies or hangs, its program runs again, with every subject in a
// process of its own. The campaign then continues with the next program.
//
// A recorded campaign searches the programs slice by slice (slice.h) and writes what it has found as it goes on
// (results_file.h). It may be one shard of a larger campaign, and it leaves out what was searched before.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "properties/campaign/coverage_matrix.h"
#include "properties/campaign/not_judged.h"
#include "properties/campaign/residual_risk.h"
#include "properties/campaign/shard.h"
#include "properties/campaign/showings.h"
#include "properties/campaign/transition.h"
#include "properties/known/known.h"
#include "properties/known/near_known.h"
#include "properties/lockstep/lockstep.h"
#include "properties/report/report.h"
#include "subjects/loading/plugin.h"

namespace modecheck::properties {

class ResultsFile;

// A SubjectHandle names a subject and its plug-in, so that any process can open the subject.
struct SubjectHandle {
  std::string name;  // the subject's name, for example "torch:cpu"
  subjects::Plugin plugin;
  spec::DeviceKind device = spec::DeviceKind::Cpu;
};

// Makes the lockstep, which runs programs on the specification and on the subjects, and judges the subjects. With
// `isolated`, each program runs in a process of its own.
std::unique_ptr<Lockstep> make_lockstep(const OracleFactory& oracle, const std::vector<SubjectHandle>& subjects,
                                        bool isolated, std::chrono::milliseconds limit);

struct CampaignOptions {
  std::uint64_t seed = 0;
  bool seeded = true;                     // false: the programs do not derive from a seed
  std::optional<std::uint64_t> programs;  // the number of programs; if it is absent, `time` ends the search
  std::chrono::milliseconds time{30'000};
  int jobs = 1;
  std::chrono::milliseconds program_limit{5'000};
  std::chrono::milliseconds reduce_limit{10'000};  // the time limit for shrinking one finding
  std::size_t max_findings = 200;                  // at most this many findings are shrunk and written
  std::vector<SubjectHandle> subjects;
  std::vector<KnownMismatch> known;
  bool replays_known = true;       // whether the programs of known mismatches run first
  std::filesystem::path findings;  // the folder for findings; empty: they are not written
  OracleFactory oracle;
  std::function<void(spec::Program& program, std::uint64_t index)> program_into;
  // Selects the mismatches to judge. The function gets the rules that decide the mismatching command. All other
  // mismatches are only counted (CampaignResult::not_judged). If the function is empty, all mismatches are judged.
  std::function<bool(const Mismatch&, spec::RuleSet deciding)> wanted;
  // The process that ran a program calls this function if a subject mismatches in the program, whether the mismatch is
  // known or not. It may be empty.
  std::function<void(std::uint64_t index)> mismatched;
  // What a recorded campaign has found, and adds to. Null: the campaign is not recorded, and `shard` has no effect.
  ResultsFile* record = nullptr;
  Shard shard;
  std::uint64_t part = 0;  // the part of the record that the programs belong to (part.h)
  // A recorded campaign calls this function before it records that the programs from `begin` to `end` have run. Both
  // are numbers with their part. It may be empty.
  std::function<void(std::uint64_t begin, std::uint64_t end)> before_record;
  bool transition_counts = false;  // whether the result says what transitions the programs showed
  bool transitions = false;        // whether the result lists the transitions that were reached
  bool coverage_matrix = false;    // whether the result counts commands by operation, mode and target
};

// Whether the mismatch, which the lockstep has just found in `program`, is to be judged (CampaignOptions::wanted).
bool is_wanted(const CampaignOptions& options, const spec::Program& program, const Lockstep& lockstep,
               const Mismatch& mismatch);

struct Finding {
  Signature signature;
  Severity severity = Severity::WrongState;
  std::string field;        // the name of the field that the subject got wrong, for example "version"
  std::uint64_t index = 0;  // the number of the program that showed the finding first
  bool shrunk = true;
  std::size_t commands = 0;  // the number of commands in the shrunk program
  std::size_t original_commands = 0;
  std::string program_text;  // the text of the shrunk program
  std::string sentence;
  std::string report;                  // the report as `modecheck` prints it, without colours
  ReportParts parts;                   // the parts of the report; without steps if the program was not shrunk
  std::filesystem::path program_file;  // the file of the shrunk program; empty if nothing was written
  std::filesystem::path cpp_file;
  std::string not_written;  // why the finding's files could not be written; empty if they were written or not wanted
  std::optional<NearKnown> near;  // the known issue that the finding resembles most
};

struct KnownCount {
  std::string id;
  std::string cause;
  Showings shown;
  bool relevant = false;   // whether a subject has a version that the known entry names
  bool mismatches = true;  // whether the entry's own program still mismatches in every subject with such a version
  std::vector<std::string> gone_in;  // the subjects in which the program no longer mismatches: "torch:cpu 1.13.1"
};

struct CampaignResult {
  Counts counts;
  std::vector<SubjectCounts> subjects;
  std::array<std::uint64_t, kRuleCount> rule_hits{};
  std::vector<Finding> findings;  // the findings, the most severe first
  std::vector<KnownCount> known;
  // the programs that showed each signature, known or new, by SignatureCounts::id_of
  std::map<std::uint64_t, Showings> signatures;
  std::uint64_t signatures_left_out = 0;  // how often a program was not counted there, because there were too many
  // What transitions the programs of this run showed; std::nullopt unless CampaignOptions::transition_counts is true. A
  // recorded campaign leaves out the programs that other runs searched, because a record does not keep transitions.
  std::optional<Discovery> transition_discovery;
  NotJudged not_judged;                 // counts of mismatches that CampaignOptions::wanted left out
  std::size_t findings_not_shrunk = 0;  // the number of findings that were not shrunk, because max_findings was reached
  std::uint64_t crashes = 0;            // the number of processes that died or hung and were replaced
  // how many of the crashes happened only because an earlier, mismatching program had damaged the process
  std::uint64_t lost = 0;
  double seconds = 0;         // how long the search alone took, in seconds
  double replay_seconds = 0;  // how long the known mismatches' own programs ran, in seconds
  double shrink_seconds = 0;
  int interrupted = 0;                  // the signal that ended the campaign early; 0: none
  std::vector<Transition> transitions;  // the transitions that were reached, in the order of their codes
  // the coverage matrix; null unless CampaignOptions::coverage_matrix is true
  std::shared_ptr<CoverageMatrix> coverage_matrix;

  bool clean() const;
};

struct Progress {
  std::uint64_t programs = 0;
  std::uint64_t commands = 0;
  double seconds = 0;
  std::size_t findings = 0;
  std::uint64_t known = 0;
  std::string phase;  // what the campaign is doing: "known mismatches", "search", "shrinking 3 of 7"
};

CampaignResult run_campaign(const CampaignOptions& options, const std::function<void(const Progress&)>& progress);

}  // namespace modecheck::properties
