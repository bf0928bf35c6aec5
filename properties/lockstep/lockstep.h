// Runs the specification and N subjects on the same program, and judges the subjects.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "properties/lockstep/compare.h"
#include "properties/lockstep/counts.h"
#include "properties/lockstep/oracle.h"
#include "subjects/interface/runner.h"

namespace modecheck::properties {

constexpr std::size_t kRuleCount = static_cast<std::size_t>(spec::kRules);

// Returns the subject's name with its device, for example "torch:cpu".
std::string full_name(const subjects::Runner& subject);

// A Verdict is the result of judging all subjects on one program.
struct Verdict {
  std::vector<Mismatch> mismatches;   // at most one mismatch for each subject
  std::vector<std::uint32_t> judged;  // for each subject, the number of commands that were compared and agreed
  // For each subject, the number of commands whose answers were compared. This excludes dropped commands, which did not
  // run, and commands after the end of judging.
  std::vector<std::uint32_t> compared;
  std::uint32_t dropped = 0;  // the number of commands that are dropped on the first subject's device
  std::uint32_t steps = 0;    // the number of commands of the judged program

  bool clean() const { return mismatches.empty(); }
  // Whether no answer of any subject was compared. If so, the absence of mismatches means nothing.
  bool judged_nothing() const;
};

class Lockstep {
 public:
  // An oracle for the device of a subject judges that subject. The first subject's oracle also provides the counts.
  // Without subjects the specification runs alone, on the CPU. With `fresh`, each program runs in a process that has
  // run no other.
  Lockstep(const OracleFactory& oracle, std::vector<std::unique_ptr<subjects::Runner>> subjects, bool fresh = false);

  // Judges all subjects on the program. The result is valid until the next call. Allocates only if there is a mismatch.
  // `counted` says whether the counts of the run include the program. They leave out changed programs, for example
  // shrunk ones.
  const Verdict& check(const spec::Program& program, bool counted = true);

  // With `repeats`, each subject runs each program twice, and the two runs are compared with each other.
  void set_repeats(bool repeats) { repeats_ = repeats; }

  std::size_t size() const { return subjects_.size(); }
  const subjects::Runner& subject(std::size_t i) const { return *subjects_[i]; }
  const std::string& name(std::size_t i) const { return names_[i]; }
  // Gives a subject the name that the user knows. Otherwise the subject has the name that its plug-in gives.
  void set_name(std::size_t i, std::string name) { names_[i] = std::move(name); }

  // These functions return results of the program that was judged last.
  const Expected& expected() const { return *expected_[main_device_]; }
  const Expected& expected_of(std::size_t subject) const { return *expected_[device_of(subject)]; }
  const spec::Trace& trace(std::size_t subject) const { return *traces_[subject]; }
  spec::RuleSet rules() const { return oracles_[main_device_]->rules(); }

  const Counts& counts() const { return counts_; }
  const std::vector<SubjectCounts>& subject_counts() const { return subject_counts_; }
  const std::array<std::uint64_t, kRuleCount>& rule_hits() const { return rule_hits_; }
  void reset_counts();

 private:
  void count(const spec::Program& program);
  void count_dropped(spec::OperationId operation, std::optional<spec::Unspecified> reason);
  std::optional<Mismatch> repeat(const spec::Program& program, const spec::ProgramView& view, std::size_t subject,
                                 std::uint32_t judged);

  static constexpr std::size_t kDevices = spec::kDeviceKinds;
  std::size_t device_of(std::size_t subject) const { return static_cast<std::size_t>(subjects_[subject]->device()); }

  std::array<std::unique_ptr<Oracle>, kDevices> oracles_;
  std::array<const Expected*, kDevices> expected_{};
  std::size_t main_device_ = 0;
  std::vector<std::unique_ptr<subjects::Runner>> subjects_;
  bool fresh_;
  bool repeats_ = false;
  std::unique_ptr<spec::Trace> again_;  // the trace of a subject's second run of the program
  std::vector<std::int64_t> live_;  // for each subject, the number of objects that were left after the previous program
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<spec::Trace>> traces_;
  Verdict verdict_;
  Counts counts_;
  std::vector<SubjectCounts> subject_counts_;
  std::array<std::uint64_t, kRuleCount> rule_hits_{};
};

// Returns how much was compared: "5 commands, 1 dropped, 4 judged". If subjects differ, the text names them: "3 judged
// (torch:cpu 1)".
std::string extent(const Lockstep& lockstep, const Verdict& verdict);

// Explains in a sentence why a verdict judged nothing, and what to do about it.
std::string why_nothing_was_judged(const Verdict& verdict);

// Returns a sentence on which subjects agree: "The specification and torch:cpu agree; engine:cpu stands alone."
std::string vote(const Lockstep& lockstep, const Verdict& verdict);

}  // namespace modecheck::properties
